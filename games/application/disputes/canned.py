"""What referees write again and again: replies to players, and beginnings of reasons.

A reply that the referee leaves as it is reaches the player in the player's own language.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ginsite.accounts.models import Preferences, User

REPLIES: dict[str, Promise] = {
    "what": _("What happened, in your own words? Tell me the hand and what you expected instead."),
    "which": _("Which card or which turn do you mean? The replay of the hand counts its steps: the number helps."),
    "connection": _("Did you see a notice about the connection while you waited? Which device did you play on?"),
    "side": _("The other side tells it differently. Is there something you would like to add?"),
    "help": _("Did anybody help you in this game, or did you use a program? An honest answer counts in your favour."),
    "time": _("Thank you. I am looking at the hand now; the ruling will stand on this page."),
}
"""By key; asked of a player in a case."""

REASONS: dict[str, Promise] = {
    "scoring": _("I played the hand again from the log. The score sheet has … ; by the rules of this table it is … ."),
    "stands": _("I played the hand again from the log, with both hands open. The score is right, so it stands."),
    "deal": _("I checked the deal: the cards follow from the seeds that were promised before it, so the hand stands."),
    "clock": _("The log shows each move with its time and each connection. … "),
    "abuse": _("I read what was said at the table. … is not how we speak to each other here."),
    "collusion": _("I looked at the discards of this match and of the ones before it. … "),
    "appeal": _("I looked at the case anew, without regard to the first ruling. … "),
}
"""By key; a beginning that the referee fills in."""


def reply(key: str, to: User) -> str:
    """A canned reply in the language of whom it is for; empty for an unknown key."""
    preferences = Preferences.objects.filter(user=to).first()
    language = (preferences.language if preferences else "") or settings.LANGUAGE_CODE
    with translation.override(language):
        return str(REPLIES.get(key, ""))


def own_words(words: str, key: str, texts: Mapping[str, Promise]) -> bool:
    """Whether the referee wrote something else than the canned text that was chosen."""
    return bool(words.strip()) and words.strip() != str(texts.get(key, "")).strip()
