import { type Alphabet, common, type Letters, without } from "./alphabet.ts";
import type { RegexNode } from "./parse-regex.ts";

/** A state after reading one character of the expression. */
export interface State {
  /** The letters that lead into this state. */
  letters: Letters;
  after: Point;
}

/** A position between characters. */
interface Point {
  edges: Edge[];
}

type Edge =
  | { kind: "empty"; to: Point }
  | { kind: "assertion"; source: "^" | "$" | "\\b" | "\\B"; to: Point }
  /** A lookaround for one character. */
  | { kind: "behind"; letters: Letters; to: Point }
  | { kind: "ahead"; letters: Letters; to: Point }
  | { kind: "character"; state: State };

interface Step {
  state: State;
  letters: Letters;
  /** Whether the engine can take this step in more than one way. */
  isAmbiguous: boolean;
}

export interface Automaton {
  initial: State;
  stepsFrom(state: State): Step[];
  /** Whether the expression has matched after this state, whatever follows. */
  isFinal(state: State): boolean;
}

/** An automaton whose states are the characters of the expression. A search without `^` has a loop in front of them. */
export function createAutomaton(tree: RegexNode, flags: string, alphabet: Alphabet): Automaton {
  const end: Point = { edges: [] };
  const start = buildPoint(tree, end, alphabet);
  const before: Point = { edges: [{ kind: "empty", to: start }] };
  const initial: State = { letters: new Set(), after: before };
  // The search loop has one state per group of letters, because assertions depend on the last character.
  const searching: Point = { edges: [{ kind: "empty", to: start }] };
  for (const letters of flags.includes("y") ? [] : splitLetters(alphabet, lookbehindsOf(tree))) {
    const edge: Edge = { kind: "character", state: { letters, after: searching } };
    searching.edges.push(edge);
    before.edges.push(edge);
  }

  const known = new Map<State, Step[]>();
  const finals = new Map<State, boolean>();
  const context = { initial, alphabet, isMultiline: flags.includes("m") };
  const stepsFrom = (state: State) => {
    const steps = known.get(state) ?? collectSteps(state, context);
    known.set(state, steps);
    return steps;
  };
  const isFulfilled = (state: State) => {
    // A loop over all characters reaches the end of any text.
    const isLoop = stepsFrom(state).some((step) => step.state === state);
    return reachesEnd(state.after, end, isLoop && state.letters.size === alphabet.all.size);
  };
  const isFinal = (state: State) => {
    const isKnown = finals.get(state) ?? isFulfilled(state);
    finals.set(state, isKnown);
    return isKnown;
  };
  return { initial, stepsFrom, isFinal };
}

/** All letters, in groups that no assertion or lookbehind distinguishes. */
function splitLetters(alphabet: Alphabet, lookbehinds: readonly string[]): Letters[] {
  const sets = [alphabet.words, alphabet.lineEnds, ...lookbehinds.map(alphabet.lettersOf)];
  const groups = Map.groupBy(alphabet.all, (letter) => sets.map((set) => set.has(letter)).join());
  return [...groups.values()].map((letters) => new Set(letters));
}

function lookbehindsOf(node: RegexNode): string[] {
  if (node.kind === "repeat") return lookbehindsOf(node.node);
  if (node.kind === "look") return node.isBehind ? [singleCharacter(node.body) ?? []].flat() : lookbehindsOf(node.body);
  return "nodes" in node ? node.nodes.flatMap(lookbehindsOf) : [];
}

/** A repetition such as `{9}` is built with at most this many copies, because more copies can't add a loop. */
const copiesMax = 2;

/** Builds from right to left: returns the point before the node. */
function buildPoint(node: RegexNode, next: Point, alphabet: Alphabet): Point {
  const build = (child: RegexNode, after: Point) => buildPoint(child, after, alphabet);
  const fork = (...points: Point[]): Point => ({ edges: points.map((to) => ({ kind: "empty", to })) });
  switch (node.kind) {
    case "character":
      return { edges: [{ kind: "character", state: { letters: alphabet.lettersOf(node.source), after: next } }] };
    case "assertion":
      return { edges: [{ kind: "assertion", source: node.source, to: next }] };
    case "reference":
      return fork(next);
    case "sequence":
      return node.nodes.reduceRight((after, child) => build(child, after), next);
    case "choice":
      return fork(...node.nodes.map((child) => build(child, next)));
    case "look": {
      const only = singleCharacter(node.body);
      // The text that a longer lookaround matches is read again afterwards, so the branch of the lookaround ends here.
      if (only === undefined) return fork(build(node.body, { edges: [] }), next);
      const found = alphabet.lettersOf(only);
      const letters = node.isNegated ? without(alphabet.all, found) : found;
      return { edges: [{ kind: node.isBehind ? "behind" : "ahead", letters, to: next }] };
    }
    case "repeat": {
      const isEndless = node.max === Number.POSITIVE_INFINITY;
      let point = next;
      if (isEndless) {
        const loop: Point = { edges: [] };
        const body = build(node.node, loop);
        loop.edges.push({ kind: "empty", to: body }, { kind: "empty", to: next });
        point = node.min === 0 ? loop : body;
      }
      const optional = isEndless ? 0 : Math.min(node.max - node.min, copiesMax);
      for (let copy = 0; copy < optional; copy += 1) point = fork(build(node.node, point), next);
      const needed = Math.min(isEndless ? node.min - 1 : node.min, copiesMax);
      for (let copy = 0; copy < needed; copy += 1) point = build(node.node, point);
      return point;
    }
  }
}

/** The character, if the expression consists of only one. */
function singleCharacter(node: RegexNode): string | undefined {
  if (node.kind === "character") return node.source;
  const [only, ...others] = node.kind === "sequence" ? node.nodes : [];
  return only?.kind === "character" && others.length === 0 ? only.source : undefined;
}

interface Context {
  initial: State;
  alphabet: Alphabet;
  isMultiline: boolean;
}

const waysMax = 2;

function collectSteps(state: State, context: Context): Step[] {
  const ways = new Map<State, Letters[]>();
  const walk = (point: Point, allowed: Letters, passed: readonly Point[]): void => {
    if (passed.includes(point)) return;
    for (const edge of point.edges) {
      if (edge.kind === "character") {
        const letters = common(edge.state.letters, allowed);
        const list = ways.get(edge.state) ?? [];
        if (letters.size > 0 && list.length < waysMax) ways.set(edge.state, [...list, letters]);
      } else walk(edge.to, common(allowed, nextLetters(edge, state, context)), [...passed, point]);
    }
  };
  walk(state.after, context.alphabet.all, []);
  return [...ways].map(([next, sets]) => {
    return { state: next, letters: new Set(sets.flatMap((set) => [...set])), isAmbiguous: sets.length > 1 };
  });
}

/** The letters that may follow an edge between a state and the next character. */
function nextLetters(edge: Exclude<Edge, { kind: "character" }>, state: State, context: Context): Letters {
  const { initial, alphabet, isMultiline } = context;
  const { all, words, lineEnds } = alphabet;
  const nothing: Letters = new Set();
  if (edge.kind === "empty") return all;
  if (edge.kind === "ahead") return edge.letters;
  const isStart = state === initial;
  if (edge.kind === "behind") return isStart || common(edge.letters, state.letters).size > 0 ? all : nothing;
  if (edge.source === "^") {
    return isStart || (isMultiline && common(lineEnds, state.letters).size > 0) ? all : nothing;
  }
  if (edge.source === "$") return isMultiline ? lineEnds : nothing;
  const wordsBefore = common(words, state.letters).size;
  if (wordsBefore > 0 && wordsBefore < state.letters.size) return all;
  return wordsBefore > 0 === (edge.source === "\\b") ? without(all, words) : words;
}

function reachesEnd(point: Point, end: Point, isAtEnd: boolean, seen: Set<Point> = new Set()): boolean {
  if (point === end) return true;
  if (seen.has(point)) return false;
  seen.add(point);
  return point.edges.some((edge) => {
    const isFree = edge.kind === "empty" || (isAtEnd && edge.kind === "assertion" && edge.source === "$");
    return isFree && reachesEnd(edge.to, end, isAtEnd, seen);
  });
}
