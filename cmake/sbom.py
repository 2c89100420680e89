"""A list of what a binary of ours is made with and needs (CycloneDX 1.5, JSON), on standard output.

    sbom.py NAME VERSION LICENSE FILE...

NAME, VERSION   of the package that the files go into
FILE            executables and shared libraries; the libraries that they name are the components, with the version of
                the Debian package that each came from where this is a Debian

The same files on the same machine give the same bytes: there is no date and no random number in it.
"""

import json
import pathlib
import re
import subprocess
import sys


def output(*words):
    try:
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def needed(file):
    """Names of the shared libraries that a file asks the loader for."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", file))


def places():
    """Where the loader finds libraries, by name; the first of the machine's own kind."""
    found = {}
    for name, path in re.findall(r"^\s+(\S+) \(.*\) => (\S+)$", output("ldconfig", "-p") or output("/sbin/ldconfig", "-p"), re.M):
        found.setdefault(name, path)
    return found


def package_of(path):
    """(name, version, architecture) of the Debian package that a file is from, or None."""
    for place in (path, str(pathlib.Path(path).resolve()), path.replace("/lib/", "/usr/lib/", 1)):
        owner = output("dpkg-query", "-S", place).split(": ")[0].split(",")[0]
        if owner:
            fields = output("dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}", owner).split()
            return tuple(fields) if len(fields) == 3 else None
    return None


def component(library, path):
    """One component, by the package that the library is from; by its own name where nothing is known of it."""
    package = package_of(path) if path else None
    if not package:
        return {"type": "library", "bom-ref": library, "name": library}
    name, version, architecture = package
    purl = f"pkg:deb/debian/{name}@{version.replace('+', '%2B')}?arch={architecture}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


def main():
    name, version, license_id, *files = sys.argv[1:]
    own = {pathlib.Path(f).name for f in files}
    where, components = places(), {}
    for library in sorted({n for f in files for n in needed(f)}):
        if not any(name.startswith(library) for name in own):
            made = component(library, where.get(library))
            made = components.setdefault(made["bom-ref"], made)
            made.setdefault("properties", []).append({"name": "soname", "value": library})
    subject = {"type": "application", "bom-ref": name, "name": name, "version": version, "licenses": [{"license": {"id": license_id}}]}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": subject},
        "components": [components[ref] for ref in sorted(components)],
        "dependencies": [{"ref": name, "dependsOn": sorted(components)}],
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
