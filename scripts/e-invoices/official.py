"""Prepares and runs what judges Cross Industry Invoices officially, apart from the schematrons themselves, which are XSLT.

    official.py extract MUSTANG_JAR FOLDER   the published schematrons that Mustang's jar holds
    official.py schema XSD < NAMES            one line a file: its name, a tab, and what the schema says against it
"""

import os
import sys
import zipfile

from lxml import etree


def extract(jar, folder):
    with zipfile.ZipFile(jar) as archive:
        for name in archive.namelist():
            if name.startswith("xslt/") and not name.endswith("/"):
                archive.extract(name, folder)


def schema(xsd, files):
    rules = etree.XMLSchema(etree.parse(xsd))
    for file in files:
        try:
            document = etree.parse(file, etree.XMLParser(huge_tree=True))
            said = "" if rules.validate(document) else rules.error_log[0].message
        except etree.XMLSyntaxError as error:
            said = f"not well-formed: {error}"
        print(f"{os.path.basename(file)}\t{' '.join(said.split())}")


if sys.argv[1] == "extract":
    extract(*sys.argv[2:])
else:
    # A command line has room for few names.
    schema(sys.argv[2], [line.strip() for line in sys.stdin if line.strip()])
