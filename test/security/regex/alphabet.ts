import type { RegexNode } from "./parse-regex.ts";

/** A set of letters. All characters that the expression doesn't distinguish are one letter. */
export type Letters = ReadonlySet<number>;

export interface Alphabet {
  all: Letters;
  words: Letters;
  lineEnds: Letters;
  /** The letters that a character, an escape or a set in brackets matches. */
  lettersOf(source: string): Letters;
  /** A character that represents a letter. */
  show(letter: number): string;
}

const lineEnd = "[\\n\\r\\u2028\\u2029]";
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

export function createAlphabet(tree: RegexNode, flags: string): Alphabet {
  const sources = [...new Set([...charactersOf(tree), "\\w", lineEnd])];
  const tests = sources.map((source) => new RegExp(`^(?:${source})$`, flags.replaceAll(/[gym]/g, "")));
  const written = sources.flatMap((source) => [...source].filter((character) => character > "\u007f"));
  const examples = new Map<string, string>();
  for (const character of [...ascii, ...written, ..."é中\u2028\u00a0\u0301", ...(/[uv]/.test(flags) ? ["😀"] : [])]) {
    const signature = tests.map((one) => (one.test(character) ? "1" : "0")).join("");
    if (!examples.has(signature)) examples.set(signature, character);
  }
  const signatures = [...examples.keys()];
  const lettersOf = (source: string) => {
    const index = sources.indexOf(source);
    return new Set(signatures.flatMap((signature, letter) => (signature[index] === "1" ? [letter] : [])));
  };
  return {
    all: new Set(signatures.keys()),
    words: lettersOf("\\w"),
    lineEnds: lettersOf(lineEnd),
    lettersOf,
    show: (letter) => [...examples.values()][letter] ?? "",
  };
}

function charactersOf(node: RegexNode): string[] {
  if (node.kind === "character") return [node.source];
  if (node.kind === "repeat") return charactersOf(node.node);
  if (node.kind === "look") return charactersOf(node.body);
  return "nodes" in node ? node.nodes.flatMap(charactersOf) : [];
}

export function common(one: Letters, other: Letters): Letters {
  return new Set([...one].filter((letter) => other.has(letter)));
}

export function without(one: Letters, other: Letters): Letters {
  return new Set([...one].filter((letter) => !other.has(letter)));
}
