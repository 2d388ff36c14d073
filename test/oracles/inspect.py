"""Counts what readers use in PDFs, and reads their strings back, as a list in JSON. Arguments: password, files."""

import json
import sys

import pikepdf


def text(value):
    return None if value is None else str(value)


def walk_outline(items):
    return [[item.title, walk_outline(item.children)] for item in items]


def tags(root):
    count, open_ = 0, [root.get("/K")]
    while open_:
        node = open_.pop()
        if isinstance(node, pikepdf.Array):
            open_.extend(node)
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            count += 1
            open_.append(node.get("/K"))
    return count


def inspect(path, password):
    pdf = pikepdf.open(path, password=password)
    root = pdf.Root
    annotations = [note for page in pdf.pages for note in page.get("/Annots", [])]
    links = [note for note in annotations if note.get("/Subtype") == "/Link"]
    addresses = [text(note.A.URI) for note in links if note.get("/A", {}).get("/URI") is not None]
    with pdf.open_outline() as outline:
        titles = walk_outline(outline.root)
    structure = root.get("/StructTreeRoot")
    form = root.get("/AcroForm")
    metadata = pdf.open_metadata() if "/Metadata" in root else None
    files = {
        name: {
            "size": spec.get_file().size,
            "type": spec.get_file().mime_type,
            "md5": spec.get_file().md5.hex(),
            "bytes": spec.get_file().read_bytes().decode("latin-1"),
            "relationship": text(spec.relationship),
        }
        for name, spec in pdf.attachments.items()
    }
    return {
        "pages": len(pdf.pages),
        "links": len(links),
        "addresses": addresses,
        "outline": titles,
        "destinations": sorted((root.get("/Dests") or {}).keys()),
        "tags": tags(structure) if structure is not None else 0,
        "fields": [[text(f.get("/T")), text(f.get("/V"))] for f in form.Fields] if form is not None else [],
        "info": {key: text(value) for key, value in pdf.docinfo.items()},
        "xmp": {key: str(value) for key, value in metadata.items()} if metadata else {},
        "lang": text(root.get("/Lang")),
        "files": files,
        "encryption": (
            {"R": pdf.encryption.R, "V": pdf.encryption.V, "bits": pdf.encryption.bits, "P": pdf.encryption.P}
            if pdf.is_encrypted
            else None
        ),
        "allow": pdf.allow._asdict(),
    }


print(json.dumps([inspect(path, sys.argv[1]) for path in sys.argv[2:]]))
