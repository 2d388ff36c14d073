"""Reads QR codes with zbar and ZXing. Argument: a JSON file [{file, light, harden}]; prints [{zbar, zxing, ...}].

`light` is the background's colour on white paper, with which the page goes on around the image. `harden` also reads
the image turned by 15 degrees, slightly blurred and saved as JPEG of quality 40.
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import zxingcpp
from PIL import Image, ImageFilter

MARGIN = 40


def page(case):
    image = Image.open(case["file"]).convert("RGBA")
    paper = Image.new("RGB", (image.width + 2 * MARGIN, image.height + 2 * MARGIN), tuple(case["light"]))
    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    paper.paste(Image.alpha_composite(white, image).convert("RGB"), (MARGIN, MARGIN))
    return paper


def harden(image, light, name):
    turned = image.rotate(15, resample=Image.Resampling.BICUBIC, expand=True, fillcolor=tuple(light))
    turned.filter(ImageFilter.GaussianBlur(0.7)).save(name, quality=40)
    return Image.open(name)


def zxing(image):
    found = zxingcpp.read_barcodes(image.convert("L"), text_mode=zxingcpp.TextMode.Plain)
    return found[0].text if found else None


def zbar(file):
    # Its XML form garbles text beyond ASCII, so each file is read by itself.
    command = ["zbarimg", "--nodbus", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", "-Stest-inverted", file]
    output = subprocess.run(command, capture_output=True).stdout
    return output.decode("utf-8", "replace").removesuffix("\n") or None


def main():
    cases = json.load(open(sys.argv[1]))
    results = []
    pages, hardened = [], []
    for case in cases:
        image = page(case)
        pages.append(case["file"].replace(".png", ".ppm"))
        image.save(pages[-1])
        result = {"zxing": zxing(image)}
        if case["harden"]:
            hardened.append(case["file"].replace(".png", ".hard.jpg"))
            result["zxing_hard"] = zxing(harden(image, case["light"], hardened[-1]))
        results.append(result)
    hard = [result for result, case in zip(results, cases) if case["harden"]]
    with ThreadPoolExecutor(2) as pool:
        for result, text in zip(results, pool.map(zbar, pages)):
            result["zbar"] = text
        for result, text in zip(hard, pool.map(zbar, hardened)):
            result["zbar_hard"] = text
    json.dump(results, sys.stdout)


main()
