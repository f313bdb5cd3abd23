"""Pages of the Python package, made from its docstrings and types without importing it."""

import re

import griffe

# Types in the stub, and the names that readers know them by.
PLAIN = {"SupportsIndex": "int", "collections.abc.": "", "numpy.typing.": "", "numpy.": "np."}
EXAMPLE = re.compile(r"(?m)(^>>> .*\n?(?:^.+\n?)*)")
CITED = re.compile(r"(?<![\w/`])docs/((?:[\w-]+/)*(\w+))\.md")
NAME = re.compile(r"`([A-Za-z_][\w.]*)(\(\))?`")
WIDTH = 96


def api_pages(folder):
    """The name and the Markdown of each page: the package, then its public modules with names of their own."""
    package = griffe.load(
        "spariglio", search_paths=[folder], allow_inspection=False, docstring_parser="google", resolve_aliases=True
    )
    modules = [package]
    for module in package.modules.values():
        if (
            module.is_public
            and not module.name.startswith("_")
            and set(module.exports or ["main"]) - set(package.exports)
        ):
            modules.append(module)
    pages = {module.name: _exported(module, package) for module in modules}
    anchors = {}
    for page, objects in reversed(pages.items()):
        for item in objects:
            anchors[item.name] = f"{page}.md#{item.name}"
            for member in _members(item):
                anchors[f"{item.name}.{member.name}"] = f"{page}.md#{item.name}.{member.name}"
    return [(module.name, _page(module, pages[module.name], anchors)) for module in modules]


def _exported(module, package):
    """The objects in a module's `__all__`, in its order. If the package exports a name too, it is only on the package's
    page."""
    names = [name for name in module.exports or [] if module is package or name not in package.exports]
    return [module[name].final_target if module[name].is_alias else module[name] for name in names]


def _members(item):
    """The public members of a class, in the order of the source."""
    if not item.is_class:
        return []
    return [member for member in item.members.values() if not member.name.startswith("_") and not member.is_alias]


def _page(module, objects, anchors):
    parts = [f"# {module.path}", _text(module.docstring, anchors)]
    parts += [_attribute(item, item.name, anchors) for item in objects if item.is_attribute]
    for item in objects:
        if item.is_attribute:
            continue
        parts += [_heading(2, item.name, item.name), _signature(item), _text(item.docstring, anchors)]
        members = _members(item)
        attributes = [member for member in members if member.is_attribute]
        parts += [_attribute(member, f"{item.name}.{member.name}", anchors) for member in attributes]
        for member in members:
            if member.is_function:
                parts += [_heading(3, member.name, f"{item.name}.{member.name}"), _signature(member)]
                parts.append(_text(member.docstring, anchors))
    return "\n\n".join(part for part in parts if part) + "\n"


def _heading(level, name, anchor):
    return f"{'#' * level} {name} {{ #{anchor} }}"


def _attribute(item, anchor, anchors):
    kind = _plain(str(item.annotation or ""))
    kind = "" if kind in ("", "Incomplete") else f": `{kind}`"
    if item.docstring is None:
        return ""
    text = _text(item.docstring, anchors).replace("\n", "\n    ")
    return f'<span id="{anchor}">`{item.name}`</span>{kind}\n\n:   {text}'


def _signature(item):
    """The signature of a class or a function."""
    function = item
    if item.is_class:
        function = item.members.get("__init__") or item.members.get("__new__")
        if function is None or function.is_alias:
            return ""
    parameters = [parameter for parameter in function.parameters if parameter.name not in ("self", "cls")]
    if not parameters and item.is_class:
        return ""
    words, starred = [], False
    for parameter in parameters:
        kind = parameter.kind
        if kind is griffe.ParameterKind.keyword_only and not starred:
            words.append("*")
            starred = True
        stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}.get(kind, "")
        word = stars + parameter.name
        if parameter.annotation is not None:
            word += f": {_plain(str(parameter.annotation))}"
        if parameter.default is not None and not stars:
            word += f" = {parameter.default}" if parameter.annotation is not None else f"={parameter.default}"
        words.append(word)
    returns = "" if item.is_class or function.returns is None else f" -> {_plain(str(function.returns))}"
    line = f"{item.name}({', '.join(words)}){returns}"
    if len(line) > WIDTH:
        line = f"{item.name}(\n" + "".join(f"    {word},\n" for word in words) + f"){returns}"
    return f"```python\n{line}\n```"


def _plain(kind):
    for word, said in PLAIN.items():
        kind = kind.replace(word, said)
    return re.sub(r"^(?:Final|ClassVar)(?:\[(.*)\])?$", r"\1", kind.strip('"'))


def _text(docstring, anchors):
    """A docstring as Markdown, with links to the pages and the names that it cites."""
    if docstring is None:
        return ""
    parts = []
    for section in docstring.parsed:
        if section.kind is griffe.DocstringSectionKind.text:
            parts.append(_linked(EXAMPLE.sub(r"```pycon\n\1\n```\n", section.value), anchors))
        elif section.kind is griffe.DocstringSectionKind.parameters:
            parts += [f"`{entry.name}`\n\n:   {_item(entry, anchors)}" for entry in section.value]
        elif section.kind is griffe.DocstringSectionKind.raises:
            parts += [f"raises `{entry.annotation}`\n\n:   {_item(entry, anchors)}" for entry in section.value]
        else:
            raise ValueError(f"{docstring.parent.path}: a section of {section.kind.value} in a docstring")
    return "\n\n".join(parts)


def _item(entry, anchors):
    return _linked(entry.description, anchors).replace("\n", "\n    ")


def _linked(text, anchors):
    text = CITED.sub(r"[\2](../docs/\1.md)", text)

    def link(found):
        anchor = anchors.get(found[1])
        return f"[{found[0]}]({anchor})" if anchor else found[0]

    return NAME.sub(link, text)
