"""A text as a picture for a phone's camera."""

from __future__ import annotations

from typing import NamedTuple

import qrcode


class QrPath(NamedTuple):
    """A QR code as one SVG path in a square of ``size`` units, the quiet zone included."""

    size: int
    d: str


def qr_path(text: str) -> QrPath:
    """The QR code of a text: each row's dark runs as boxes one unit high."""
    code = qrcode.QRCode(border=4, error_correction=qrcode.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    matrix = code.get_matrix()
    boxes = []
    for y, row in enumerate(matrix):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                boxes.append(f"M{x} {y}h{run - x}v1h-{run - x}z")
            x = max(run, x + 1)
    return QrPath(len(matrix), "".join(boxes))
