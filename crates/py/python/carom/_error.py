"""What a refused call raises."""

from __future__ import annotations


class Error(ValueError):
    """A call was refused. Nothing has changed then.

    The message names the field, what was given and what is allowed; so do the attributes. Those of a scene's file are
    `None` elsewhere.
    """

    field: str | None
    """The argument, or the path of the value in an object or a scene: `ball.radius`."""
    value: float | None
    """What was given, if it is a number."""
    range: str | None
    """What is allowed, in words."""
    file: str | None
    """The scene's file."""
    line: int | None
    """The line in the file, from 1; 0 if it is not known."""
    column: int | None
    """The column in the line, from 1; 0 if it is not known."""
    help: str | None
    """What might have been meant."""

    def __init__(
        self,
        message: str,
        field: str | None = None,
        value: float | None = None,
        range: str | None = None,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message)
        self.field = field
        self.value = value
        self.range = range
        self.file = file
        self.line = line
        self.column = column
        self.help = help
