"""Who somebody is: users and guests."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person; ``is_guest`` while they play without an account."""

    is_guest = models.BooleanField(default=False)
