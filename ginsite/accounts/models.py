"""Who somebody is (members, guests, and those who left) and how they like their table.

A row of ``User`` is never deleted: seats and results keep pointing to it. Somebody who leaves is blanked
(:mod:`ginsite.accounts.departures`), and a guest who signs up keeps the row, and with it every game.
"""

from __future__ import annotations

import re

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

USERNAME_LENGTH = 24
"""What a seat on a phone's table has room for."""

RESERVED_NAMES = re.compile(r"(guest|deleted|computer)[\W_\d]*", re.IGNORECASE)
"""Names that a member may not take: they would pass for a guest, for somebody who left, or for a computer player."""

username_characters = RegexValidator(
    r"^\w[\w.-]*\Z", _("Letters, digits, and . _ - inside: no spaces, no other signs."), code="username_characters"
)


def username_is_free_to_take(name: str) -> None:
    """Refuse the names that the site gives itself."""
    if RESERVED_NAMES.fullmatch(name):
        raise ValidationError(_("This name is kept for the site's own use."), code="username_reserved")


class User(AbstractUser):
    """A person: a member with a name of their own, or a guest with a number."""

    username = models.CharField(
        _("user name"),
        max_length=USERNAME_LENGTH,
        unique=True,
        validators=[username_characters, username_is_free_to_take],
        error_messages={"unique": _("Somebody else has this name already.")},
    )
    first_name = None  # type: ignore[assignment]  # nobody is asked for a legal name
    last_name = None  # type: ignore[assignment]
    is_guest = models.BooleanField(_("guest"), default=False)
    guest_number = models.PositiveIntegerField(_("guest number"), null=True, unique=True, editable=False)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, editable=False)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_name_unique_in_any_case"),
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(guest_number__isnull=False), name="user_guest_has_a_number"
            ),
        ]

    def __str__(self) -> str:
        return self.public_name

    @property
    def public_name(self) -> str:
        """The name that others see, in the reader's language where it is the site's own word."""
        if self.deleted_at:
            return str(_("Deleted player"))
        if self.is_guest:
            return str(_("Guest %(number)s")) % {"number": self.guest_number}
        return self.username

    @property
    def is_member(self) -> bool:
        """Whether this is somebody's account, neither a guest nor blanked."""
        return not self.is_guest and self.deleted_at is None

    def get_full_name(self) -> str:
        """Django's name for :attr:`public_name`."""
        return self.public_name

    def get_short_name(self) -> str:
        """Django's name for :attr:`public_name`."""
        return self.public_name


class Preferences(models.Model):
    """How somebody likes the site and the table; a row appears with the first change."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Deck(models.TextChoices):
        CLEAR = "clear", _("clear")
        CLASSIC = "classic", _("classic")

    class Colours(models.TextChoices):
        TWO = "two", _("two colours")
        FOUR = "four", _("four colours")

    class CardSize(models.TextChoices):
        SMALL = "small", _("small")
        MEDIUM = "medium", _("medium")
        LARGE = "large", _("large")

    class SortOrder(models.TextChoices):
        SUIT = "suit", _("by suit")
        RANK = "rank", _("by rank")
        MELDS = "melds", _("by melds")

    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, related_name="preferences")
    language = models.CharField(_("language"), max_length=16, blank=True)
    theme = models.CharField(_("light or dark"), max_length=8, choices=Theme, default=Theme.SYSTEM)
    deck = models.CharField(_("deck"), max_length=8, choices=Deck, default=Deck.CLEAR)
    colours = models.CharField(_("suits"), max_length=8, choices=Colours, default=Colours.TWO)
    card_size = models.CharField(_("card size"), max_length=8, choices=CardSize, default=CardSize.MEDIUM)
    sort_order = models.CharField(_("order of the hand"), max_length=8, choices=SortOrder, default=SortOrder.MELDS)
    confirm_discard = models.BooleanField(_("ask before a discard"), default=True)
    confirm_knock = models.BooleanField(_("ask before a knock"), default=True)
    sounds = models.BooleanField(_("sounds"), default=True)
    hints = models.BooleanField(_("hints in practice games"), default=True)
    free_chat = models.BooleanField(
        _("free chat with opponents"),
        default=False,
        help_text=_("Your own words, with members who want it too. Phrases are always there."),
    )

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return str(_("preferences of %(name)s")) % {"name": self.user}

    def for_page(self) -> dict[str, str | bool]:
        """What the table page needs to know, ready for ``json_script``."""
        return {
            "theme": self.theme,
            "deck": self.deck,
            "colours": self.colours,
            "card_size": self.card_size,
            "sort_order": self.sort_order,
            "confirm_discard": self.confirm_discard,
            "confirm_knock": self.confirm_knock,
            "sounds": self.sounds,
            "hints": self.hints,
        }
