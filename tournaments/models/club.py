"""A club and who belongs to it, in which role."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


def new_invite_token() -> str:
    """An unguessable token for the invite link: 128 bits, URL-safe."""
    return secrets.token_urlsafe(16)


class Club(models.Model):
    """A club: a page, a place, people."""

    slug = models.SlugField(max_length=50, unique=True)
    name = models.CharField(_("Name"), max_length=80)
    description = models.TextField(_("About the club"), max_length=4000, blank=True)
    place = models.CharField(_("Where it meets"), max_length=200, blank=True)
    time_zone = models.CharField(_("Time zone"), max_length=50, default="UTC")
    invite_token = models.CharField(max_length=32, unique=True, default=new_invite_token, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The club's page."""
        return reverse("tournaments:club", args=[self.slug])


class Membership(models.Model):
    """One person in one club; whoever left keeps the row."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")
        REFEREE = "referee", _("referee")
        MEMBER = "member", _("member")

    class Status(models.TextChoices):
        APPLIED = "applied", _("has applied")
        MEMBER = "member", _("member")
        LEFT = "left", _("has left")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    status = models.CharField(max_length=8, choices=Status, default=Status.MEMBER)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_each")]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}"
