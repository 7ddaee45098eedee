#!/usr/bin/env python3
"""Finds stored values that optimized code releases before it has replaced them.

Reads SIL, the optimizer's output, as text. For each place in an object (a stored property, an element behind a pointer,
a global variable), it follows all paths through a function and reports

- a release of what the place holds, where a store to the same place comes later: the release may run a `deinit` that
  comes back and finds the dying value there;
- a release of what a place holds inside a checked access that modifies it, where coming back stops the program;
- a release of what was taken out of a place before the lock is left under which that was done.

A reference that the function has retained before is not the place's own, so its release does not count.

    stores.py FILE

prints one line for each: the function, the place, the lines of FILE. The exit status is 0 if the file could be read.
"""
import re
import sys

VALUE = r"%\d+"

# What gives the same address, or the same reference or a part of it, under another name.
SAME_ADDRESS = {
    "begin_access", "address_to_pointer", "pointer_to_address", "unchecked_take_enum_data_addr", "init_enum_data_addr",
    "mark_dependence", "unchecked_addr_cast", "open_existential_addr", "init_existential_addr", "index_raw_pointer",
}
SAME_REFERENCE = {
    "upcast", "unchecked_ref_cast", "unmanaged_to_ref", "ref_to_unmanaged", "raw_pointer_to_ref", "ref_to_raw_pointer",
    "unchecked_bitwise_cast", "unchecked_trivial_bit_cast", "unchecked_value_cast", "end_init_let_ref", "copy_value",
    "begin_borrow", "move_value", "unconditional_checked_cast", "open_existential_ref", "init_existential_ref",
}
PART = {"unchecked_enum_data", "struct_extract", "tuple_extract", "enum", "struct", "tuple"}
RETAIN = {"strong_retain", "retain_value", "unmanaged_retain_value", "strong_copy_unmanaged_value"}
RELEASE = {"strong_release", "release_value", "destroy_value", "unmanaged_release_value"}


class Instruction:
    __slots__ = ("line", "op", "results", "operands", "text")

    def __init__(self, line, text):
        self.line = line
        text = text.split(" // ")[0].rstrip()
        self.results = []
        match = re.match(rf"\s*(?:({VALUE})|\(([^)]*)\)) = (.*)", text)
        if match:
            self.results = [match.group(1)] if match.group(1) else re.findall(VALUE, match.group(2))
            text = match.group(3)
        self.text = text.strip()
        self.op = self.text.split(" ", 1)[0].split("<", 1)[0]
        self.operands = re.findall(VALUE, self.text)


class Function:
    def __init__(self, name):
        self.name = name
        self.blocks = {}
        self.parameters = {}
        self.entry = None
        self.definitions = {}
        self.types = {}

    def finish(self):
        for block in self.blocks.values():
            for instruction in block:
                for result in instruction.results:
                    self.definitions[result] = instruction
        # What was found of where references come from.
        self.known_origins = {}
        # A parameter of a block is what its predecessors hand over.
        self.handed = {}
        for block in self.blocks.values():
            if not block:
                continue
            last = block[-1]
            if last.op in ("br", "cond_br"):
                for target, arguments in re.findall(r"(bb\d+)\(([^)]*)\)", last.text):
                    for parameter, argument in zip(self.parameters.get(target, []), re.findall(VALUE, arguments)):
                        self.handed.setdefault(parameter, set()).add(argument)
            elif last.op in ("switch_enum", "checked_cast_br"):
                for target in re.findall(r"bb\d+", last.text):
                    for parameter in self.parameters.get(target, []):
                        self.handed.setdefault(parameter, set()).update(last.operands[:1])

    def successors(self, block):
        return re.findall(r"\bbb\d+", block[-1].text) if block else []

    def root(self, value, depth=0):
        """A name for what a reference refers to, the same for two loads of one property."""
        definition = self.definitions.get(value)
        if definition is None or depth > 40:
            handed = self.handed.get(value, ())
            if len(handed) == 1 and depth <= 40:
                return self.root(next(iter(handed)), depth + 1)
            return value
        if (definition.op in SAME_REFERENCE or definition.op in PART) and definition.operands:
            return self.root(definition.operands[0], depth + 1)
        if definition.op == "load" and definition.operands:
            place = self.place(definition.operands[-1], depth + 1)
            if place:
                return ("what", place)
        return value

    def place(self, address, depth=0):
        """The path to an address: a root, then one step for each property; None for what is the function's own."""
        definition = self.definitions.get(address)
        if depth > 40:
            return None
        if definition is None:
            if address in self.handed:
                return None
            return (address,) if self.types.get(address, "").startswith("$*") else ((address,) if address in self.types else None)
        op, operands = definition.op, definition.operands
        if op == "ref_element_addr":
            return (self.root(operands[0], depth + 1), definition.text.rsplit("#", 1)[1])
        if op == "ref_tail_addr":
            return (self.root(operands[0], depth + 1), "elements")
        if op in ("struct_element_addr", "tuple_element_addr"):
            outer = self.place(operands[0], depth + 1)
            return outer and outer + (definition.text.rsplit(", ", 1)[1],)
        if op == "index_addr":
            outer = self.place(operands[0], depth + 1)
            return outer and outer + ("at " + str(operands[-1]),)
        if op in SAME_ADDRESS:
            return self.place(operands[0], depth + 1) if operands else None
        if op == "global_addr":
            return (definition.text,)
        if op == "project_box":
            return (self.root(operands[0], depth + 1), "box")
        if op == "struct_extract" or op == "load":
            # A pointer that is kept somewhere.
            return ("at", self.root(address, depth + 1))
        return None

    def origins(self, value, part=(), path=()):
        """The loads that a reference comes from, each with the part of it that the reference is."""
        # A loop ends where it began. A reference that goes through one comes from no place for sure.
        if value in path or len(path) > 200:
            return frozenset()
        if (value, part) not in self.known_origins:
            self.known_origins[value, part] = self.find_origins(value, part, path + (value,))
        return self.known_origins[value, part]

    def find_origins(self, value, part, path):
        definition = self.definitions.get(value)
        if definition is None:
            # Only if it is from a place whichever way it came: which way that was is not followed.
            found = [self.origins(handed, part, path) for handed in self.handed.get(value, ())]
            return frozenset().union(*found) if all(found) else frozenset()
        if definition.op == "load":
            return frozenset([(value, part)])
        if definition.op in ("struct_extract", "tuple_extract"):
            part = (definition.text.rsplit(", ", 1)[1],) + part
        if definition.op in SAME_REFERENCE or definition.op in PART:
            return frozenset().union(*(self.origins(operand, part, path) for operand in definition.operands))
        return frozenset()

    def calls(self, instruction, name):
        if instruction.op != "apply" or not instruction.operands:
            return False
        callee = self.definitions.get(instruction.operands[0])
        return callee is not None and callee.op == "function_ref" and name in callee.text


# Functions that something in the file calls.
called = set()


def read(path):
    function = None
    block = None
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, text in enumerate(file, 1):
            if text.startswith("sil "):
                match = re.search(r"@(\S+) :", text)
                function = Function(match.group(1)) if match and text.rstrip().endswith("{") else None
                block = None
            elif text.startswith("}"):
                if function and function.blocks:
                    function.finish()
                    yield function
                function = None
            elif function is not None:
                match = re.match(r"(bb\d+)(?:\((.*)\))?:", text)
                if match:
                    block = function.blocks.setdefault(match.group(1), [])
                    function.entry = function.entry or match.group(1)
                    parameters = re.findall(rf"({VALUE}) : (?:@\w+ )*([^,]*)", match.group(2) or "")
                    function.parameters[match.group(1)] = [name for name, _ in parameters]
                    if match.group(1) == function.entry:
                        function.types.update(parameters)
                elif block is not None and "function_ref @" in text:
                    called.add(text.split("function_ref @", 1)[1].split(" ", 1)[0])
                    block.append(Instruction(number, text))
                elif block is not None and text.startswith("  ") and not text.lstrip().startswith("//"):
                    block.append(Instruction(number, text))


def overlaps(one, other):
    """Whether one place is the other, or a part of it."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def written(instruction, function):
    if instruction.op == "store" or instruction.op == "copy_addr":
        return function.place(instruction.operands[-1])
    if instruction.op == "inject_enum_addr":
        return function.place(instruction.operands[0])
    return None


def counted(balance, load, part, change):
    """How many references the function has retained, by load and part, after a change; and whether one was not its own."""
    balance = dict(balance)
    key = (load, part)
    balance[key] = max(-2, min(balance.get(key, 0) + change, 4))
    # What was retained as a whole is released part by part, and the other way round.
    left = sum(count for (other, whole), count in balance.items() if other == load and whole == part[: len(whole)])
    if left < 0 and change < 0:
        parts = [count for (other, inner), count in balance.items()
                 if other == load and len(inner) > len(part) and inner[: len(part)] == part]
        left += max(parts, default=0)
    return frozenset(balance.items()), left < 0


def check(function):
    # Steps that matter, by block: (kind, places or values, instruction).
    steps, places = {}, set()
    for name, block in function.blocks.items():
        found = []
        for instruction in block:
            op = instruction.op
            if op == "load":
                place = function.place(instruction.operands[-1])
                if place:
                    found.append(("load", place, instruction))
            elif op in RETAIN or op in RELEASE:
                origins = function.origins(instruction.operands[0]) if instruction.operands else set()
                if origins:
                    found.append(("retain" if op in RETAIN else "release", frozenset(origins), instruction))
                    if op in RELEASE:
                        for origin, _ in origins:
                            place = function.place(function.definitions[origin].operands[-1])
                            if place:
                                places.add(place)
            elif op == "destroy_addr":
                place = function.place(instruction.operands[0])
                if place:
                    found.append(("destroy", place, instruction))
                    places.add(place)
            elif op == "begin_access" and "[modify] [dynamic]" in instruction.text and "no_nested" not in instruction.text:
                place = function.place(instruction.operands[0])
                if place:
                    found.append(("begin", place, instruction))
            elif op == "end_access":
                found.append(("end", instruction.operands[0], instruction))
            if op == "copy_addr" and instruction.text.startswith("copy_addr [take]"):
                place = function.place(instruction.operands[0])
                if place:
                    found.append(("move", place, instruction))
            place = written(instruction, function)
            if place:
                kind = "store"
                if op == "copy_addr" and "to [init]" not in instruction.text:
                    kind = "assign"
                found.append((kind, place, instruction))
        steps[name] = found
    for place in places:
        yield from follow(function, steps, place)
    for found in steps.values():
        for kind, place, instruction in found:
            if kind == "assign":
                yield ("assigns", place, instruction.line, instruction.line)


def follow(function, steps, place):
    start = (function.entry, frozenset(), frozenset(), None, frozenset())
    waiting, seen, reported = [start], {start}, set()
    while waiting and len(seen) < 20_000:
        name, loads, balance, released, accesses = waiting.pop()
        for kind, subject, instruction in steps[name]:
            if kind == "load":
                if overlaps(subject, place):
                    loads |= {instruction.results[0]}
            elif kind in ("retain", "release"):
                for load, part in subject:
                    if load not in loads:
                        continue
                    balance, isForeign = counted(balance, "", part, 1 if kind == "retain" else -1)
                    if isForeign and released is None:
                        released = instruction.line
                        if accesses and ("inside", released) not in reported:
                            reported.add(("inside", released))
                            yield ("releases inside a checked access", place, released, min(accesses)[0])
            elif kind == "destroy":
                if subject == place[: len(subject)] and released is None:
                    released = instruction.line
                    if accesses and ("inside", released) not in reported:
                        reported.add(("inside", released))
                        yield ("releases inside a checked access", place, released, min(accesses)[0])
            elif kind == "move":
                if overlaps(subject, place):
                    loads, balance, released = frozenset(), frozenset(), None
            elif kind in ("store", "assign"):
                if overlaps(subject, place):
                    if released is not None and (released, instruction.line) not in reported:
                        reported.add((released, instruction.line))
                        yield ("releases before it stores", place, released, instruction.line)
                    loads, balance, released = frozenset(), frozenset(), None
            elif kind == "begin":
                if overlaps(subject, place):
                    accesses |= {(instruction.line, instruction.results[0])}
            elif kind == "end":
                accesses = frozenset(access for access in accesses if access[1] != subject)
        for successor in function.successors(function.blocks[name]):
            state = (successor, loads, balance, released, accesses)
            if successor in function.blocks and state not in seen:
                seen.add(state)
                waiting.append(state)


def follow_locks(function):
    """What was taken out of its place, and is released before the lock is left."""
    if not any(function.calls(instruction, "mr_lock_acquire") for block in function.blocks.values() for instruction in block):
        return
    start = (function.entry, 0, frozenset(), frozenset())
    waiting, seen, reported = [start], {start}, set()
    while waiting and len(seen) < 20_000:
        name, entered, loads, balance = waiting.pop()
        for instruction in function.blocks[name]:
            if function.calls(instruction, "mr_lock_acquire"):
                entered, loads, balance = instruction.line, frozenset(), frozenset()
            elif function.calls(instruction, "mr_lock_release"):
                entered = 0
            elif not entered:
                continue
            elif instruction.op == "load" and function.place(instruction.operands[-1]):
                loads |= {instruction.results[0]}
            elif instruction.op in RETAIN or instruction.op in RELEASE:
                origins = function.origins(instruction.operands[0]) if instruction.operands else set()
                for load, part in origins:
                    if load not in loads:
                        continue
                    balance, isForeign = counted(balance, load, part, 1 if instruction.op in RETAIN else -1)
                    if isForeign and instruction.line not in reported:
                        reported.add(instruction.line)
                        place = function.place(function.definitions[load].operands[-1])
                        yield ("releases under a lock", place, entered, instruction.line)
        for successor in function.successors(function.blocks[name]):
            state = (successor, entered, loads, balance)
            if successor in function.blocks and state not in seen:
                seen.add(state)
                waiting.append(state)


def main():
    lines = []
    for function in read(sys.argv[1]):
        # The library's code and that of its clients alone.
        if not function.name.startswith("$s8Millrace"):
            continue
        found = set(check(function)) | set(follow_locks(function))
        for what, place, first, last in sorted(found, key=str):
            steps = [step.lstrip("#") for step in place[1:] if isinstance(step, str)]
            lines.append((function.name, what, ".".join(steps) or "a parameter", first, last))
    for line in lines:
        # The compiler makes a setter for each property. Most are called by nobody.
        if not (line[0].endswith("vs") and line[0] not in called):
            print(*line, sep="\t")


main()
