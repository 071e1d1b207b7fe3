import type { RegexNode, RegexProgram } from "../../page-tree.ts";
import { Refusal } from "../refusal.ts";

const depthMax = 50;
const countMax = 1_000;
const classOf: Record<string, RegExp> = { d: /[0-9]/, w: /\w/, s: /\s/, D: /[^0-9]/, W: /\W/, S: /\S/ };
const controls: Record<string, string> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", 0: "\0" };
const edges: Record<string, "word" | "inWord"> = { b: "word", B: "inWord" };

/** Parses the regex syntax that pages use. acorn has already checked that it is valid. */
export function parseRegex(source: string, flags: string): RegexProgram {
  const reader = new Reader(source, flags);
  const root = reader.choice(0);
  if (!reader.isAtEnd) throw notSupported(source);
  return { root, groups: reader.groups };
}

function notSupported(source: string): Refusal {
  return new Refusal(`it has the regular expression /${source.slice(0, 60)}/, which uses unsupported syntax`);
}

class Reader {
  groups = 0;
  private at = 0;
  private readonly source: string;
  private readonly ignoresCase: boolean;
  private readonly dotTakesLines: boolean;

  constructor(source: string, flags: string) {
    this.source = source;
    this.ignoresCase = flags.includes("i");
    this.dotTakesLines = flags.includes("s");
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  choice(depth: number): RegexNode {
    if (depth > depthMax) throw notSupported(this.source);
    const options = [this.sequence(depth)];
    while (this.take("|")) options.push(this.sequence(depth));
    return options.length === 1 ? (options[0] as RegexNode) : { kind: "choice", options };
  }

  private sequence(depth: number): RegexNode {
    const parts: RegexNode[] = [];
    while (!this.isAtEnd && this.source[this.at] !== "|" && this.source[this.at] !== ")") {
      parts.push(this.repeated(this.atom(depth)));
    }
    return { kind: "sequence", parts };
  }

  private repeated(part: RegexNode): RegexNode {
    const [text = "", min = "", comma, max = ""] =
      /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.source.slice(this.at, this.at + 24)) ?? [];
    if (text === "") return part;
    this.at += text.length;
    const least = text === "+" ? 1 : min === "" ? 0 : Number(min);
    const exact = comma === "" ? least : Number.POSITIVE_INFINITY;
    const most = text === "?" ? 1 : min === "" ? Number.POSITIVE_INFINITY : max === "" ? exact : Number(max);
    if (least > countMax) throw notSupported(this.source);
    return { kind: "repeat", part, min: least, max: most, isLazy: this.take("?") };
  }

  private atom(depth: number): RegexNode {
    const sign = this.next();
    if (sign === "(") return this.group(depth);
    if (sign === "[") return this.characterClass();
    if (sign === "^" || sign === "$") return { kind: "edge", at: sign === "^" ? "start" : "end" };
    if (sign === ".") return one((character) => this.dotTakesLines || !/[\n\r\u2028\u2029]/.test(character));
    if (sign !== "\\") return this.exactly(sign);
    const edge = edges[this.source[this.at] ?? ""];
    if (edge === undefined) return one(this.escape());
    this.at += 1;
    return { kind: "edge", at: edge };
  }

  private group(depth: number): RegexNode {
    let number: number | undefined;
    let look: "positive" | "negative" | undefined;
    if (this.take("?")) {
      const sign = this.next();
      if (sign === "=" || sign === "!") look = sign === "!" ? "negative" : "positive";
      else if (sign !== ":") throw notSupported(this.source);
    } else {
      this.groups += 1;
      number = this.groups;
    }
    const part = this.choice(depth + 1);
    if (!this.take(")")) throw notSupported(this.source);
    return look === undefined
      ? { kind: "group", part, number }
      : { kind: "look", part, isNegative: look === "negative" };
  }

  private characterClass(): RegexNode {
    const isNegative = this.take("^");
    const tests: ((character: string) => boolean)[] = [];
    while (!this.take("]")) {
      if (this.isAtEnd) throw notSupported(this.source);
      tests.push(this.classPart());
    }
    return one((character) => tests.some((test) => test(character)) !== isNegative);
  }

  private classPart(): (character: string) => boolean {
    const first = this.next();
    if (first === "\\" && /[dwsDWS]/.test(this.source[this.at] ?? "")) return this.escape();
    const from = first === "\\" ? this.escapedCharacter() : first;
    if (this.source[this.at] !== "-" || this.source[this.at + 1] === "]") return this.sameAs(from);
    this.at += 1;
    const sign = this.next();
    const to = sign === "\\" ? this.escapedCharacter() : sign;
    const isBetween = (character: string) => character >= from && character <= to;
    if (!this.ignoresCase) return isBetween;
    return (character) => isBetween(character.toLowerCase()) || isBetween(character.toUpperCase());
  }

  private escape(): (character: string) => boolean {
    const known = classOf[this.source[this.at] ?? ""];
    if (known === undefined) return this.sameAs(this.escapedCharacter());
    this.at += 1;
    return (character) => known.test(character);
  }

  /** The character that an escape sequence stands for. Backreferences aren't supported. */
  private escapedCharacter(): string {
    const sign = this.next();
    if (sign === "u" || sign === "x") {
      const digits = this.source.slice(this.at, this.at + (sign === "u" ? 4 : 2));
      if (!/^[0-9a-f]+$/i.test(digits)) throw notSupported(this.source);
      this.at += digits.length;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (Object.hasOwn(controls, sign)) return controls[sign] ?? sign;
    if (/[a-zA-Z1-9]/.test(sign)) throw notSupported(this.source);
    return sign;
  }

  private exactly(sign: string): RegexNode {
    return one(this.sameAs(sign));
  }

  private sameAs(sign: string): (character: string) => boolean {
    if (!this.ignoresCase) return (character) => character === sign;
    const lower = sign.toLowerCase();
    return (character) => character.toLowerCase() === lower;
  }

  private next(): string {
    const sign = this.source[this.at];
    if (sign === undefined) throw notSupported(this.source);
    this.at += 1;
    return sign;
  }

  private take(sign: string): boolean {
    if (this.source[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }
}

function one(matches: (character: string) => boolean): RegexNode {
  return { kind: "character", matches };
}
