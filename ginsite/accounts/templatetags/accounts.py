"""Form controls, and the devices of sessions, in templates."""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "Chrome/": "Chrome",
    "CriOS": "Chrome",
    "Safari/": "Safari",
}
"""What a browser calls itself in its User-Agent, in the order of asking: most claim to be others as well."""

SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """The field's control without a placeholder: the label above it says the same and stays while one types."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter
def device(user_agent: str) -> str:
    """A browser and its system by names that people use: "Firefox on Android"; what is unknown is said to be."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), _("A browser"))
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), _("an unknown device"))
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
