"""Markup from templates: everything a template is given is escaped, everything it lacks is an error."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup


def _source(name: str) -> str | None:
    template = files(__package__).joinpath("templates").joinpath(name)
    return template.read_text("utf-8") if template.is_file() else None


environment = Environment(
    autoescape=True,
    undefined=StrictUndefined,
    loader=FunctionLoader(_source),
    cache_size=-1,
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template: str, /, **values: object) -> Markup:
    """The markup of a template of `assistant/ui/templates`, "cluedo/sheet.html" say, with these values.

    Raises jinja2.TemplateNotFound, and jinja2.UndefinedError for a value that it names and was not given.
    """
    return Markup(environment.get_template(template).render(values))


@cache
def symbols(name: str) -> Markup:
    """The drawings of `assistant/ui/symbols/NAME.svg` and the signs that all games share.

    They are put once into a page and `<use>`d from there.
    """
    folder = files(__package__).joinpath("symbols")
    return Markup("".join(folder.joinpath(f"{file}.svg").read_text("utf-8") for file in ("signs", name)))
