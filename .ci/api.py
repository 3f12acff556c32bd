"""Lists what a crate offers, one line an item, from the JSON of rustdoc: `api.py CRATE.json`."""
import json
import sys

doc = json.load(open(sys.argv[1]))
index, lines = doc["index"], set()


def args(a):
    if not a:
        return ""
    if "parenthesized" in a:
        p = a["parenthesized"]
        out = f" -> {ty(p['output'])}" if p["output"] else ""
        return f"({', '.join(map(ty, p['inputs']))}){out}"
    if "angle_bracketed" not in a:
        return ""
    a = a["angle_bracketed"]
    parts = []
    for arg in a["args"]:
        kind, value = next(iter(arg.items())) if isinstance(arg, dict) else (arg, "_")
        parts.append(ty(value) if kind == "type" else value if kind == "lifetime" else str(value.get("expr", "_") if isinstance(value, dict) else value))
    for c in a["constraints"]:
        b = c["binding"]
        parts.append(f"{c['name']} = {ty(b['equality']['type'])}" if "equality" in b else f"{c['name']}: {bounds(b['constraint'])}")
    return f"<{', '.join(parts)}>" if parts else ""


def bounds(list_):
    out = []
    for b in list_:
        if "trait_bound" in b:
            t = b["trait_bound"]
            out.append(("?" if t["modifier"] == "maybe" else "") + t["trait"]["path"] + args(t["trait"]["args"]))
        elif "outlives" in b:
            out.append(b["outlives"])
    return " + ".join(out)


def ty(t):
    kind, v = next(iter(t.items())) if isinstance(t, dict) else (t, None)
    if kind == "resolved_path":
        # Where a type stands within its crate is no part of the interface.
        name = v["path"]
        return (name.rsplit("::", 1)[-1] if str(v["id"]) in index else name) + args(v["args"])
    if kind in ("generic", "primitive"):
        return v
    if kind == "borrowed_ref":
        return "&" + (v["lifetime"] + " " if v["lifetime"] else "") + ("mut " if v["is_mutable"] else "") + ty(v["type"])
    if kind == "tuple":
        return f"({', '.join(map(ty, v))})"
    if kind == "slice":
        return f"[{ty(v)}]"
    if kind == "array":
        return f"[{ty(v['type'])}; {v['len']}]"
    if kind == "impl_trait":
        return "impl " + bounds(v)
    if kind == "dyn_trait":
        return "dyn " + " + ".join(t["trait"]["path"] + args(t["trait"]["args"]) for t in v["traits"])
    if kind == "function_pointer":
        return "fn" + signature(v["sig"])
    if kind == "qualified_path":
        return f"{ty(v['self_type'])}::{v['name']}"
    return kind


def signature(sig):
    inputs = ", ".join(f"{name}: {ty(t)}" for name, t in sig["inputs"])
    return f"({inputs})" + (f" -> {ty(sig['output'])}" if sig["output"] else "")


def generics(g):
    names = []
    for p in g["params"]:
        if p["name"].startswith("impl ") or p["name"] == "'_":
            continue
        kind, v = next(iter(p["kind"].items()))
        names.append("const " + p["name"] if kind == "const" else p["name"] + (": " + bounds(v["bounds"]) if v.get("bounds") else ""))
    return f"<{', '.join(names)}>" if names else ""


def children(ids, path):
    for id_ in ids:
        if str(id_) in index:
            item(index[str(id_)], path)


def item(i, path, seen=()):
    kind, v = next(iter(i["inner"].items()))
    if i["visibility"] not in ("public", "default"):
        return
    name = f"{path}::{i['name']}" if path else i["name"]
    if kind == "module":
        children(v["items"], name)
    elif kind == "use":
        target = index.get(str(v["id"]))
        if target is None or v["is_glob"] and "module" not in target["inner"]:
            lines.add(f"{path}: use {v['source']}{'::*' if v['is_glob'] else ''}")
        elif v["is_glob"]:
            children(target["inner"]["module"]["items"], path)
        else:
            item({**target, "name": v["name"], "visibility": "public"}, path)
    elif kind == "function":
        h = v["header"]
        words = "".join(w + " " for w in ("const", "unsafe", "async") if h[f"is_{w}"])
        lines.add(f"{words}fn {name}{generics(v['generics'])}{signature(v['sig'])}")
    elif kind in ("struct", "enum", "union", "trait"):
        lines.add(f"{kind} {name}{generics(v['generics'])}")
        if kind == "struct" and isinstance(v["kind"], dict):
            fields = v["kind"].get("plain", {}).get("fields") or [f for f in v["kind"].get("tuple", []) if f is not None]
            children(fields, name)
        children(v.get("variants", v.get("items", [])), name)
        for impl in v.get("impls", v.get("implementations", [])) if kind != "trait" else []:
            impl = index.get(str(impl), {"inner": {"impl": None}})["inner"]["impl"]
            if not impl or impl["is_synthetic"] or impl["blanket_impl"]:
                continue
            if impl["trait"]:
                lines.add(f"impl {impl['trait']['path']}{args(impl['trait']['args'])} for {name}")
            else:
                children(impl["items"], name)
    elif kind == "struct_field":
        lines.add(f"{name}: {ty(v)}")
    elif kind == "variant":
        lines.add(f"variant {name}")
        body = v["kind"]
        if isinstance(body, dict):
            ids = body.get("struct", {}).get("fields") or [f for f in body.get("tuple", []) if f is not None]
            children(ids, name)
    elif kind == "constant":
        lines.add(f"const {name}: {ty(v['type'])}")
    elif kind == "assoc_const":
        lines.add(f"const {name}: {ty(v['type'])}")
    elif kind == "assoc_type":
        lines.add(f"type {name}")
    elif kind == "type_alias":
        lines.add(f"type {name} = {ty(v['type'])}")
    elif kind == "macro":
        lines.add(f"macro {name}")


item(index[str(doc["root"])], "")
print("\n".join(sorted(lines)))
