"""Form controls in templates."""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """The field's control without a placeholder: the label above it says the same and stays while one types."""
    return field.as_widget(attrs={"placeholder": False})
