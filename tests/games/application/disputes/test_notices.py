"""Notices: one for everybody concerned, read on the case's page, and mailed by the sweep in the reader's language."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils.translation import get_language
from pytest_django.fixtures import DjangoAssertNumQueries

from games.application.disputes import appeals, cases, notices, rulings
from games.application.signals import looking_round
from games.models import Case, Notice
from ginsite.accounts.models import Preferences, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def mails(settings: Any, alice: User, bob: User) -> None:
    """A site that sends mail, and two people with addresses."""
    settings.HAS_MAIL = True
    for user in (alice, bob):
        User.objects.filter(pk=user.pk).update(email=f"{user.username}@example.org")
        user.refresh_from_db()
    cache.clear()


def kinds(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_each_step_of_a_case_is_told_to_whom_it_concerns(
    case: Case, alice: User, bob: User, rita: User, rufus: User
) -> None:
    assert (kinds(alice), kinds(bob)) == ([], ["raised"])
    cases.ask(rita, case, bob, "Did she knock?")
    cases.answer(bob, case, "She did.")
    assert (kinds(alice), kinds(bob), kinds(rita)) == ([], ["raised", "question"], ["answer"])
    ruling = rulings.decide(rita, case, [{"kind": "uphold"}], "She did.")
    appeal = appeals.appeal(alice, ruling, "She did not.")
    assert (kinds(alice), kinds(bob)) == (["ruling"], ["raised", "question", "ruling", "appeal"])
    rulings.decide(rufus, appeal, [{"kind": "reverse", "ruling": ruling.pk}], "She did not.")
    assert (kinds(alice)[-1], kinds(bob)[-1]) == ("appeal_ruled", "appeal_ruled")
    for kind in Notice.Kind:
        assert notices.say_notice(Notice(kind=kind)).endswith(".")


def test_the_sweep_mails_each_notice_once_with_the_reasons_and_the_address(
    mails: None, case: Case, bob: User, rita: User
) -> None:
    rulings.decide(rita, case, [{"kind": "uphold"}], "She did knock.")
    assert mail.outbox == []
    for _round in range(2):
        looking_round.send_robust(sender=None)
        cache.clear()
    assert sorted(sent.to[0] for sent in mail.outbox) == ["alice@example.org", "bob@example.org", "bob@example.org"]
    letter = next(sent for sent in mail.outbox if sent.to == ["alice@example.org"])
    assert letter.subject == "The referee has ruled on a game of yours."
    assert "She did knock." in letter.body
    assert case.get_absolute_url() in letter.body


def test_a_mail_that_cannot_be_sent_is_tried_again(
    mails: None, case: Case, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise OSError("no such host")

    with monkeypatch.context() as patched:
        patched.setattr(mail, "get_connection", broken)
        assert notices.send_due() == 0
    assert notices.send_due() == 1


def test_mail_is_written_in_the_readers_language(mails: None, case: Case, bob: User) -> None:
    asked: list[str | None] = []
    Preferences.objects.create(user=bob, language="de")
    real = notices.say_notice

    def listening(notice: Notice) -> str:
        asked.append(get_language())
        return real(notice)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(notices, "say_notice", listening)
        notices.send_due()
    assert asked == ["de"]


def test_guests_and_sites_without_mail_owe_no_mail(case: Case, bob: User) -> None:
    assert not Notice.objects.get(user=bob).mail_due


def test_the_head_of_a_page_asks_once(case: Case, bob: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        assert notices.attention(bob) == notices.Attention(1, [])
    notices.read_all(bob, case)
    assert notices.attention(bob).unread == 0
