/** Texts of a given length that cost careless code more than their length. */
export const fillings: Readonly<Record<string, (length: number) => string>> = {
  "one letter": repeated("a"),
  spaces: repeated(" "),
  "empty lines": repeated("\n"),
  "equal lines": repeated("a\n"),
  "lines with spaces at their ends": repeated("a  \n"),
  "two kinds of lines": repeated("a\nb\n"),
  words: numbered((number) => `w${number.toString(36)} `),
  "words without digits": numbered((number) => `${lettersOf(number)} `),
  "lists of words": numbered((number) => `${lettersOf(number)}${number % 38 === 37 ? "," : ""} `),
  "lines of words": numbered((number) => `w${number.toString(36)}\n`),
  "words with dashes": repeated("a-"),
  digits: repeated("1"),
  "opening brackets": repeated("["),
  "nested brackets": nested("[", "]"),
  "opening braces": repeated("{"),
  "nested braces": nested("{", "}"),
  "nested parentheses": nested("(", ")"),
  "nested JSON": nested('{"a":', "}", "1"),
  "JSON with many keys": (length) => `{${numbered((number) => `"k${number}":1,`)(length - 8)}"z":1}`,
  "quotation marks": repeated('"'),
  apostrophes: repeated("'"),
  backslashes: repeated("\\"),
  "opening angles": repeated("<"),
  "opening tags": repeated("<a>"),
  "nested tags": nested("<b>", "</b>"),
  "nested components": nested("<Card>\n", "</Card>\n"),
  "cut attributes": repeated('<a b="'),
  "expressions in attributes": repeated("<A b={[1]} />\n"),
  "opening comments": repeated("<!--"),
  entities: repeated("&amp;"),
  "emphasis that never ends": repeated("*a **b "),
  underscores: repeated("_a__"),
  backticks: (length) => cut(numbered((number) => `${"`".repeat(number % 300)} `)(length), length),
  "code fences": repeated("```\na\n"),
  links: repeated("[a](/b) "),
  "opening links": repeated("[a]("),
  "images in links": nested("[![", "](a)](a)"),
  "link definitions": numbered((number) => `[k${number}]: /a\n\n`),
  headings: repeated("# a\n\n"),
  "different headings": numbered((number) => `## h${number}\n\n`),
  "nested lists": (length) => cut(numbered((number) => `${" ".repeat(number % 200)}- a\n`)(length), length),
  "nested quotes": repeated("> "),
  "table cells": (length) => `|a|\n|-|\n${repeated("|a")(length - 8)}`,
  formulas: repeated("$a$ "),
  "frontmatter with many keys": (length) => `---\n${numbered((number) => `k${number}: a\n`)(length - 8)}---\n`,
  "frontmatter with deep lists": (length) => `---\na: ${nested("[", "]")(length - 11)}\n---\n`,
  "frontmatter with aliases": (length) => `---\na: &a [b]\nc:\n${repeated("  - *a\n")(length - 20)}---\n`,
  "frontmatter with a long line": (length) => `---\ntitle: "${repeated("a ")(length - 17)}"\n---\n`,
  "frontmatter that never ends": (length) => `---\n${repeated("a: b\n")(length - 4)}`,
  "percent escapes": repeated("%25"),
  "percent signs": repeated("%"),
  "parent folders": repeated("../"),
  slashes: repeated("/"),
  dots: repeated("."),
  "hosts with many labels": repeated("a."),
  addresses: repeated("http://a.a/"),
  "mail addresses": repeated("a@a."),
  commas: repeated("a,"),
  wildcards: repeated("*a"),
  "deep wildcards": repeated("**/"),
  "nested repetitions": nested("(", ")+", "a"),
  "combining marks": (length) => cut(`a${"\u0301".repeat(length)}`, length),
  emoji: repeated("\u{1F469}\u200D"),
  "halves of surrogates": repeated("\ud800"),
  "dotted capital I": repeated("İ"),
  "ideographs without spaces": repeated("文字"),
};

/** A word that no page contains: spelling is only corrected in words without digits. */
function lettersOf(number: number): string {
  return `c${number.toString(26).replaceAll(/./g, (digit) => "abcdefghijklmnopqrstuvwxyz"[Number.parseInt(digit, 26)] ?? "")}q`;
}

function repeated(unit: string): (length: number) => string {
  return (length) => unit.repeat(Math.max(0, Math.floor(length / unit.length)));
}

function nested(open: string, close: string, inner = ""): (length: number) => string {
  return (length) => {
    const depth = Math.max(0, Math.floor((length - inner.length) / (open.length + close.length)));
    return cut(`${open.repeat(depth)}${inner}${close.repeat(depth)}`, length);
  };
}

function numbered(unit: (number: number) => string): (length: number) => string {
  return (length) => {
    const units: string[] = [];
    for (let number = 0, left = length; left > 0; number += 1) {
      const text = unit(number);
      left -= text.length;
      if (left >= 0) units.push(text);
    }
    return units.join("");
  };
}

function cut(text: string, length: number): string {
  return text.slice(0, Math.max(0, length));
}
