"""zbar's library, asked as `zbarimg --raw -Sdisable -Sqrcode.enable -Stest-inverted` asks it: the program reads one
image a process, and its XML garbles text beyond ASCII."""

import ctypes
from ctypes import c_char_p, c_int, c_uint, c_ulong, c_void_p

# Rec. 709, by which zbarimg turns colours to grey.
GREY = (0.212656, 0.715158, 0.072186, 0)
# Of zbar.h: what can be configured, and for which symbologies.
ENABLE, TEST_INVERTED = 0, 0x81
ALL, QRCODE = 0, 64
Y800 = int.from_bytes(b"Y800", "little")

library = ctypes.CDLL("libzbar.so.0")
for name, result, *arguments in (
    ("image_scanner_create", c_void_p),
    ("image_scanner_set_config", c_int, c_void_p, c_int, c_int, c_int),
    ("image_scanner_destroy", None, c_void_p),
    ("image_create", c_void_p),
    ("image_set_format", None, c_void_p, c_ulong),
    ("image_set_size", None, c_void_p, c_uint, c_uint),
    ("image_set_data", None, c_void_p, c_char_p, c_ulong, c_void_p),
    ("image_destroy", None, c_void_p),
    ("scan_image", c_int, c_void_p, c_void_p),
    ("image_first_symbol", c_void_p, c_void_p),
    ("symbol_next", c_void_p, c_void_p),
    ("symbol_get_data", c_void_p, c_void_p),
    ("symbol_get_data_length", c_uint, c_void_p),
):
    function = getattr(library, "zbar_" + name)
    function.restype, function.argtypes = result, arguments


def zbar(picture):
    """The text of the QR codes in an RGB picture, None where none is found."""
    samples = picture.convert("L", GREY).tobytes()
    # A scanner draws random numbers: a new one for each picture begins alike, as a process does.
    scanner = library.zbar_image_scanner_create()
    for symbology, setting, value in ((ALL, ENABLE, 0), (QRCODE, ENABLE, 1), (ALL, TEST_INVERTED, 1)):
        library.zbar_image_scanner_set_config(scanner, symbology, setting, value)
    image = library.zbar_image_create()
    library.zbar_image_set_format(image, Y800)
    library.zbar_image_set_size(image, *picture.size)
    library.zbar_image_set_data(image, samples, len(samples), None)
    library.zbar_scan_image(scanner, image)
    texts = list(symbols(image))
    library.zbar_image_destroy(image)
    library.zbar_image_scanner_destroy(scanner)
    return "\n".join(texts) or None


def symbols(image):
    symbol = library.zbar_image_first_symbol(image)
    while symbol:
        length = library.zbar_symbol_get_data_length(symbol)
        yield ctypes.string_at(library.zbar_symbol_get_data(symbol), length).decode("utf-8", "replace")
        symbol = library.zbar_symbol_next(symbol)
