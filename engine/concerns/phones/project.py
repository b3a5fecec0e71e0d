"""A taken line changes nothing beside what it recorded, and always fits behind that."""

from __future__ import annotations

from engine.concerns.phones.events import LineTaken
from engine.registry import always_fits, projects_nothing

always_fits(LineTaken)
projects_nothing(LineTaken)
