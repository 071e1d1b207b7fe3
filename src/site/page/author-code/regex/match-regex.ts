import type { RegexNode, RegexProgram, Runtime } from "../../page-tree.ts";
import { Refusal } from "../refusal.ts";

/** The position of a match, and the text of its groups. */
export interface RegexMatch {
  start: number;
  end: number;
  groups: (string | undefined)[];
}

/** Repeated groups and alternatives recurse; single characters don't. */
const depthMax = 1_000;

/** Finds the first match at or after a position. Every attempt spends a step, so even the worst pattern ends. */
export function findMatch(
  program: RegexProgram,
  { text, from, isMultiline }: { text: string; from: number; isMultiline: boolean },
  runtime: Runtime,
): RegexMatch | undefined {
  const matcher = new Matcher(text, isMultiline, runtime);
  for (let start = from; start <= text.length; start += 1) {
    matcher.reset(program.groups);
    const end = matcher.match(program.root, start, (at) => at);
    if (end !== undefined) return { start, end, groups: matcher.texts() };
  }
  return undefined;
}

type Next = (at: number) => number | undefined;

class Matcher {
  private spans: ([number, number] | undefined)[] = [];
  private depth = 0;
  private readonly text: string;
  private readonly isMultiline: boolean;
  private readonly runtime: Runtime;

  constructor(text: string, isMultiline: boolean, runtime: Runtime) {
    this.text = text;
    this.isMultiline = isMultiline;
    this.runtime = runtime;
  }

  reset(groups: number): void {
    this.spans = Array.from({ length: groups });
  }

  texts(): (string | undefined)[] {
    return this.spans.map((span) => span && this.text.slice(...span));
  }

  /** Returns the end of the whole match if this node, and everything after it, matches at the position. */
  match(node: RegexNode, at: number, next: Next): number | undefined {
    this.runtime.budget.spend(1);
    this.depth += 1;
    if (this.depth > depthMax) throw new Refusal("it has a regular expression that repeats too much");
    const end = this.matchKind(node, at, next);
    this.depth -= 1;
    return end;
  }

  private matchKind(node: RegexNode, at: number, next: Next): number | undefined {
    switch (node.kind) {
      case "character":
        return this.fits(node, at) ? next(at + 1) : undefined;
      case "edge":
        return this.isEdge(node.at, at) ? next(at) : undefined;
      case "sequence":
        return this.sequence(node.parts, 0, at, next);
      case "choice":
        for (const option of node.options) {
          const end = this.match(option, at, next);
          if (end !== undefined) return end;
        }
        return undefined;
      case "group":
        return this.group(node, at, next);
      case "look": {
        const isThere = this.match(node.part, at, (end) => end) !== undefined;
        return isThere === node.isNegative ? undefined : next(at);
      }
      case "repeat":
        return node.part.kind === "character" ? this.run(node, node.part, at, next) : this.repeat(node, 0, at, next);
    }
  }

  private sequence(parts: RegexNode[], index: number, at: number, next: Next): number | undefined {
    const part = parts[index];
    if (part === undefined) return next(at);
    return this.match(part, at, (end) => this.sequence(parts, index + 1, end, next));
  }

  private group({ part, number }: RegexNode & { kind: "group" }, at: number, next: Next): number | undefined {
    if (number === undefined) return this.match(part, at, next);
    const before = this.spans[number - 1];
    const end = this.match(part, at, (to) => {
      const inner = this.spans[number - 1];
      this.spans[number - 1] = [at, to];
      const found = next(to);
      if (found === undefined) this.spans[number - 1] = inner;
      return found;
    });
    if (end === undefined) this.spans[number - 1] = before;
    return end;
  }

  /** Repeats a single character: takes as many as allowed, then backtracks one by one. */
  private run(
    { min, max, isLazy }: RegexNode & { kind: "repeat" },
    part: RegexNode & { kind: "character" },
    at: number,
    next: Next,
  ): number | undefined {
    let count = 0;
    while (count < (isLazy ? min : max) && this.fits(part, at + count)) count += 1;
    if (count < min) return undefined;
    for (;;) {
      const end = next(at + count);
      if (end !== undefined) return end;
      if (isLazy ? count >= max || !this.fits(part, at + count) : count <= min) return undefined;
      count += isLazy ? 1 : -1;
    }
  }

  private repeat(node: RegexNode & { kind: "repeat" }, count: number, at: number, next: Next): number | undefined {
    const again = () =>
      count >= node.max
        ? undefined
        : // A round that takes nothing would go on for ever.
          this.match(node.part, at, (end) =>
            end === at && count >= node.min ? undefined : this.repeat(node, count + 1, end, next),
          );
    if (count < node.min) return again();
    return node.isLazy ? (next(at) ?? again()) : (again() ?? next(at));
  }

  private fits({ matches }: RegexNode & { kind: "character" }, at: number): boolean {
    this.runtime.budget.spend(1);
    const character = this.text[at];
    return character !== undefined && matches(character);
  }

  private isEdge(edge: "start" | "end" | "word" | "inWord", at: number): boolean {
    const [before, after] = [this.text[at - 1], this.text[at]];
    if (edge === "start") return before === undefined || (this.isMultiline && before === "\n");
    if (edge === "end") return after === undefined || (this.isMultiline && after === "\n");
    const isWordEdge = /\w/.test(before ?? "") !== /\w/.test(after ?? "");
    return isWordEdge === (edge === "word");
  }
}
