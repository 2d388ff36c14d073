"""Reads QR codes with zbar and ZXing. Each line of input is a case as JSON, {file, light, harden}; each line of output,
in the same order, is what was read of it: {zbar, zxing, zbar_hard, zxing_hard}.

`light` is the background's colour on white paper, with which the page goes on around the image. `harden` also reads
the image turned by 15 degrees, slightly blurred and saved as JPEG of quality 40.
"""

import json
import sys
from multiprocessing import Pool

import zxingcpp
from PIL import Image, ImageFilter
from zbar import zbar

MARGIN = 40


def page(case):
    image = Image.open(case["file"]).convert("RGBA")
    paper = Image.new("RGB", (image.width + 2 * MARGIN, image.height + 2 * MARGIN), tuple(case["light"]))
    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    paper.paste(Image.alpha_composite(white, image).convert("RGB"), (MARGIN, MARGIN))
    return paper


def harden(image, case):
    name = case["file"].replace(".png", ".hard.jpg")
    turned = image.rotate(15, resample=Image.Resampling.BICUBIC, expand=True, fillcolor=tuple(case["light"]))
    turned.filter(ImageFilter.GaussianBlur(0.7)).save(name, quality=40)
    return Image.open(name)


def zxing(image):
    found = zxingcpp.read_barcodes(image.convert("L"), text_mode=zxingcpp.TextMode.Plain)
    return found[0].text if found else None


def read(line):
    case = json.loads(line)
    image = page(case)
    result = {"zbar": zbar(image), "zxing": zxing(image)}
    if case["harden"]:
        hard = harden(image, case)
        result |= {"zbar_hard": zbar(hard), "zxing_hard": zxing(hard)}
    return json.dumps(result)


if __name__ == "__main__":
    with Pool(2) as pool:
        for result in pool.imap(read, sys.stdin):
            print(result, flush=True)
