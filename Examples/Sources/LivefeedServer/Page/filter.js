"use strict";

// What a filter says: says what is wrong with it, and finds what is to be marked. It reads a filter as the server does
// (Filter.swift, ExpressionParser.swift); both are tested with the same table.

const mostWords = 8;
const mostBytes = 200;
const mostCharacters = 64;
const mostSteps = 100_000; // of expressions in a line; what they would find behind that is not marked

class FilterError extends Error {}

class Filter {
  wanted = []; // texts in lower case, and expressions
  #size = 0;

  constructor(text) {
    if (new TextEncoder().encode(text).length > mostBytes) throw new FilterError(`A filter has at most ${mostBytes} bytes.`);
    this.#read([...text]);
    if (this.#size > mostWords) throw new FilterError(`A filter has at most ${mostWords} words, phrases and expressions.`);
  }

  #read(text) {
    const isEnd = (at) => at >= text.length || /\s/u.test(text[at]);
    let index = 0;
    while (index < text.length) {
      if (isEnd(index)) {
        index += 1;
        continue;
      }
      const isUnwanted = text[index] === "-";
      if (isUnwanted) index += 1;
      // A lone "-" is on its way to being typed.
      if (isEnd(index)) continue;
      const start = index;
      index += 1;
      let term;
      if (text[start] === '"') {
        while (index < text.length && text[index] !== '"') index += 1;
        if (index === text.length) throw new FilterError("A quote is not closed.");
        index += 1;
        if (!isEnd(index)) throw new FilterError("Behind a phrase in quotes a space is missing.");
        if (index - start === 2) continue;
        term = text.slice(start + 1, index - 1).join("").toLowerCase();
      } else if (text[start] === "/") {
        // A slash that something follows is part of the expression.
        while (index < text.length && (text[index] !== "/" || !isEnd(index + 1))) index += text[index] === "\\" ? 2 : 1;
        if (index >= text.length) {
          throw new FilterError("An expression ends with a slash; a word that begins with one needs quotes.");
        }
        index += 1;
        term = new Expression(text.slice(start + 1, index - 1));
      } else {
        while (!isEnd(index)) index += 1;
        term = text.slice(start, index).join("").toLowerCase();
      }
      this.#size += 1;
      if (!isUnwanted) this.wanted.push(term);
    }
  }

  // What is to be marked, as [from, to], in order.
  marks(text) {
    const lower = text.toLowerCase();
    // The lengths differ where a capital letter has no small one of the same length.
    if (lower.length !== text.length) return [];
    const found = [];
    const budget = { steps: mostSteps };
    for (const term of this.wanted) {
      for (let from = 0; from < lower.length;) {
        const next = term instanceof Expression ? term.find(lower, from, budget) : Filter.#find(term, lower, from);
        if (!next) break;
        found.push(next);
        from = next[1];
      }
    }
    const marks = [];
    for (const [from, to] of found.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
      if (marks.length === 0 || from >= marks.at(-1)[1]) marks.push([from, to]);
      else marks.at(-1)[1] = Math.max(marks.at(-1)[1], to);
    }
    return marks;
  }

  static #find(word, text, from) {
    const at = text.indexOf(word, from);
    return at < 0 ? null : [at, at + word.length];
  }
}

// A regular expression: an automaton whose states each say "this symbol has just come". RegExp would try one way after
// the other, and a link with `(a+)+b` in its filter would stop the page of whoever opens it.
class Expression {
  #symbols = []; // functions of a character's number; of "begin" and "end" too
  #following = []; // for each state
  #first;
  #last;

  // pattern: its characters, without the slashes around it
  constructor(pattern) {
    const node = new ExpressionParser(pattern).whole();
    const whole = this.#build(node);
    this.#first = whole.first;
    this.#last = new Set(whole.last);
  }

  #build(node) {
    const connect = (last, first) => {
      for (const state of last) this.#following[state] = [...new Set([...this.#following[state], ...first])];
    };
    switch (node.kind) {
      case "empty":
        return { canBeEmpty: true, first: [], last: [] };
      case "one": {
        const state = this.#symbols.push(node.matches) - 1;
        this.#following.push([]);
        return { canBeEmpty: false, first: [state], last: [state] };
      }
      case "sequence": {
        const [a, b] = node.parts.map((part) => this.#build(part));
        connect(a.last, b.first);
        return {
          canBeEmpty: a.canBeEmpty && b.canBeEmpty,
          first: a.canBeEmpty ? [...a.first, ...b.first] : a.first,
          last: b.canBeEmpty ? [...a.last, ...b.last] : b.last,
        };
      }
      case "either": {
        const [a, b] = node.parts.map((part) => this.#build(part));
        return { canBeEmpty: a.canBeEmpty || b.canBeEmpty, first: [...a.first, ...b.first], last: [...a.last, ...b.last] };
      }
      case "optional":
        return { ...this.#build(node.part), canBeEmpty: true };
      default: {
        const part = this.#build(node.part);
        connect(part.last, part.first);
        return part;
      }
    }
  }

  // The first of what it finds behind `from`, and of what begins there the longest, if that is not empty.
  find(text, from, budget) {
    let states = new Map(); // to where what has led to them begins
    let best = null;
    const take = (character, at, end) => {
      const next = new Map();
      const enter = (state, start) => {
        budget.steps -= 1;
        if (start < (next.get(state) ?? Infinity) && this.#symbols[state](character)) next.set(state, start);
      };
      for (const [state, start] of states) for (const after of this.#following[state]) enter(after, start);
      if (!best) for (const state of this.#first) enter(state, at);
      states = new Map();
      for (const [state, start] of next) {
        if (this.#last.has(state) && end > start && (!best || start <= best[0])) best = [start, end];
      }
      for (const [state, start] of next) if (!best || start <= best[0]) states.set(state, start);
    };
    if (from === 0) take("begin", 0, 0);
    for (let at = from; at < text.length && (!best || states.size > 0);) {
      if (budget.steps <= 0) return null;
      const character = text.codePointAt(at);
      const end = at + (character > 0xffff ? 2 : 1);
      take(character, at, end);
      at = end;
    }
    if (!best || states.size > 0) take("end", text.length, text.length);
    return best;
  }
}

class ExpressionParser {
  static #digits = [[0x30, 0x39]];
  static #word = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
  static #spaces = [[0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0]];
  #pattern;
  #index = 0;

  constructor(pattern) {
    this.#pattern = pattern;
  }

  whole() {
    if (this.#pattern.length === 0) throw new FilterError("An expression is empty.");
    const node = this.#alternatives();
    if (this.#index < this.#pattern.length) throw new FilterError("A ) closes nothing.");
    this.#check(node.size);
    return node;
  }

  #check(size) {
    if (size > mostCharacters) throw new FilterError(`An expression has more than ${mostCharacters} characters.`);
  }

  get #next() {
    return this.#pattern[this.#index];
  }

  #skip(character) {
    if (this.#next !== character) return false;
    this.#index += 1;
    return true;
  }

  #alternatives() {
    let node = this.#sequence();
    while (this.#skip("|")) node = both("either", node, this.#sequence());
    return node;
  }

  #sequence() {
    let node = null;
    while (this.#next !== undefined && this.#next !== "|" && this.#next !== ")") {
      const part = this.#repetition();
      node = node ? both("sequence", node, part) : part;
    }
    return node ?? nothing;
  }

  #repetition() {
    const nothingToRepeat = () => new FilterError(`Before ${this.#next} there is nothing to repeat.`);
    const isSign = () => this.#next !== undefined && "*+?{".includes(this.#next);
    if (isSign()) throw nothingToRepeat();
    let [node, canRepeat] = this.#atom();
    while (isSign()) {
      if (!canRepeat) throw nothingToRepeat();
      const sign = this.#next;
      this.#index += 1;
      if (sign === "*") node = optional(repeated(node));
      else if (sign === "+") node = repeated(node);
      else if (sign === "?") node = optional(node);
      else node = this.#counted(node);
      // `a+?` finds the same lines as `a+`.
      if (sign !== "?") this.#skip("?");
      canRepeat = false;
    }
    return node;
  }

  // `{2}`, `{2,}` or `{2,3}`.
  #counted(node) {
    const least = this.#number();
    let most = least;
    if (this.#skip(",")) most = this.#next === "}" ? Infinity : this.#number();
    if (least === null || most === null || !this.#skip("}") || least > most) {
      throw new FilterError("{ } needs numbers, such as {2} or {2,3}; a { itself is \\{.");
    }
    this.#check((most === Infinity ? Math.max(1, least) : most) * node.size);
    if (most === Infinity) {
      if (least === 0) return optional(repeated(node));
      return least === 1 ? repeated(node) : both("sequence", times(node, least - 1), repeated(node));
    }
    if (most === least) return times(node, least);
    const more = times(optional(node), most - least);
    return least === 0 ? more : both("sequence", times(node, least), more);
  }

  #number() {
    let number = null;
    while (this.#next >= "0" && this.#next <= "9") {
      number = Math.min(1000, (number ?? 0) * 10 + Number(this.#next));
      this.#index += 1;
    }
    return number;
  }

  #atom() {
    const character = this.#pattern[this.#index];
    this.#index += 1;
    switch (character) {
      case "^":
        return [one((symbol) => symbol === "begin"), false];
      case "$":
        return [one((symbol) => symbol === "end"), false];
      case ".":
        return [inClass({ ranges: [], isNegated: true }), true];
      case "[":
        return [inClass(this.#characterClass()), true];
      case "(": {
        if (this.#skip("?") && !this.#skip(":")) throw new FilterError("Of the forms with (? only (?: ) is known.");
        const node = this.#alternatives();
        if (!this.#skip(")")) throw new FilterError("A ( is not closed.");
        return [node, true];
      }
      case "\\":
        return [inClass(this.#escaped()), true];
      default: {
        // Some characters are two or more in lower case.
        const parts = [...character.toLowerCase()].map((part) => inClass({ ranges: [only(part)] }));
        return [parts.reduce((all, part) => both("sequence", all, part)), true];
      }
    }
  }

  // What follows a backslash.
  #escaped() {
    const character = this.#next;
    if (character === undefined) throw new FilterError("Nothing follows the last \\.");
    this.#index += 1;
    const isNegated = "DWS".includes(character);
    switch (character.toLowerCase()) {
      case "d":
        return { ranges: ExpressionParser.#digits, isNegated };
      case "w":
        return { ranges: ExpressionParser.#word, isNegated };
      case "s":
        return { ranges: ExpressionParser.#spaces, isNegated };
      default:
        if (character === "t") return { ranges: [[9, 9]] };
        if (/[0-9A-Za-z]/.test(character)) throw new FilterError(`\\${character} is not known.`);
        return { ranges: [only(character)] };
    }
  }

  // What follows `[`.
  #characterClass() {
    const all = { ranges: [], isNegated: this.#skip("^") };
    let isFirst = true;
    while (this.#next !== undefined) {
      if (this.#next === "]" && !isFirst) {
        this.#index += 1;
        return all;
      }
      isFirst = false;
      const lower = this.#member();
      const behind = this.#pattern[this.#index + 1];
      if (this.#next !== "-" || behind === undefined || behind === "]") {
        all.ranges.push(...lower.ranges);
        continue;
      }
      this.#index += 1;
      const upper = this.#member();
      if (lower.ranges.length !== 1 || upper.ranges.length !== 1 || lower.ranges[0][0] > upper.ranges[0][1]) {
        throw new FilterError("A range in [ ] has its ends the wrong way round.");
      }
      all.ranges.push([lower.ranges[0][0], upper.ranges[0][1]]);
    }
    throw new FilterError("A [ is not closed.");
  }

  #member() {
    const character = this.#pattern[this.#index];
    this.#index += 1;
    if (character !== "\\") {
      const lower = [...character.toLowerCase()];
      // Of ASCII, both cases count anyway, and a range may begin with one and end with the other.
      return { ranges: [only(character < "\x80" || lower.length > 1 ? character : lower[0])] };
    }
    const escaped = this.#escaped();
    if (escaped.isNegated) throw new FilterError("\\D, \\W and \\S cannot be in [ ].");
    return escaped;
  }
}

const nothing = { kind: "empty", size: 1 };
const one = (matches) => ({ kind: "one", matches, size: 1 });
const both = (kind, a, b) => ({ kind, parts: [a, b], size: a.size + b.size });
const optional = (part) => ({ kind: "optional", part, size: part.size });
const repeated = (part) => ({ kind: "repeated", part, size: part.size });
const times = (node, count) => {
  let all = count === 0 ? nothing : node;
  for (let index = 1; index < count; index += 1) all = both("sequence", all, node);
  return all;
};
const only = (character) => [character.codePointAt(0), character.codePointAt(0)];
// For a character in lower case; one that is in the class in upper case will do.
const inClass = ({ ranges, isNegated = false }) => one((symbol) => {
  if (typeof symbol === "string") return false;
  const upper = symbol >= 0x61 && symbol <= 0x7a ? symbol - 0x20 : symbol;
  const isIn = ranges.some(([from, to]) => (from <= symbol && symbol <= to) || (from <= upper && upper <= to));
  return isIn !== isNegated;
});
