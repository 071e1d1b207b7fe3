import { parseRegex, type RegexNode } from "./parse-regex.ts";

/**
 * Finds out whether a backtracking engine can take more than linear time: some text can be repeated that two loops of the expression, or one
 * loop in two ways, may share among themselves as they like. Returns that text, or undefined if the time is linear.
 *
 * Weber and Seidl, "On the degree of ambiguity of finite automata", for an automaton whose states are the characters of the expression. A
 * search without `^` is a loop of its own in front of it.
 */
export function findSlowLoop(source: string, flags: string): string | undefined {
  const tree = parseRegex(source, flags);
  if (!hasLoop(tree)) return undefined;
  if (hasLoopBehind(tree)) return "a loop in a lookbehind";
  return createAutomaton(tree, flags).findSharedText();
}

function hasLoop(node: RegexNode): boolean {
  if (node.kind === "repeat") return node.max === Number.POSITIVE_INFINITY || hasLoop(node.node);
  if (node.kind === "look") return hasLoop(node.body);
  return "nodes" in node && node.nodes.some(hasLoop);
}

function hasLookbehind(node: RegexNode): boolean {
  if (node.kind === "repeat") return hasLookbehind(node.node);
  if (node.kind === "look") return node.isBehind || hasLookbehind(node.body);
  return "nodes" in node && node.nodes.some(hasLookbehind);
}

function hasLoopBehind(node: RegexNode, isBehind = false): boolean {
  if (node.kind === "repeat") {
    return (isBehind && node.max === Number.POSITIVE_INFINITY) || hasLoopBehind(node.node, isBehind);
  }
  if (node.kind === "look") return hasLoopBehind(node.body, isBehind || node.isBehind);
  return "nodes" in node && node.nodes.some((child) => hasLoopBehind(child, isBehind));
}

interface Point {
  edges: Edge[];
}

type Edge =
  | { kind: "empty"; to: Point }
  | { kind: "assertion"; source: "^" | "$" | "\\b" | "\\B"; to: Point }
  /** A lookaround for one character. */
  | { kind: "behind" | "ahead"; letters: ReadonlySet<number>; to: Point }
  | { kind: "character"; state: State };

interface State {
  /** The letters that lead into this state. */
  letters: ReadonlySet<number>;
  after: Point;
}

/** More copies of a repeated part can't add a loop. */
const copiesMax = 2;

function createAutomaton(tree: RegexNode, flags: string) {
  const alphabet = createAlphabet(tree, flags);
  const end: Point = { edges: [] };
  const dead: Point = { edges: [] };

  /** Builds from right to left: returns the point before the node. */
  function build(node: RegexNode, next: Point): Point {
    switch (node.kind) {
      case "character": {
        const state: State = { letters: alphabet.lettersOf(node.source), after: next };
        return { edges: [{ kind: "character", state }] };
      }
      case "assertion":
        return { edges: [{ kind: "assertion", source: node.source, to: next }] };
      case "reference":
        return { edges: [{ kind: "empty", to: next }] };
      case "look": {
        const only = singleCharacter(node.body);
        if (only === undefined) return { edges: [build(node.body, dead), next].map((to) => ({ kind: "empty", to })) };
        const found = alphabet.lettersOf(only);
        const letters = node.isNegated ? alphabet.all.difference(found) : found;
        return { edges: [{ kind: node.isBehind ? "behind" : "ahead", letters, to: next }] };
      }
      case "sequence":
        return node.nodes.reduceRight((after, child) => build(child, after), next);
      case "choice":
        return { edges: node.nodes.map((child) => ({ kind: "empty", to: build(child, next) })) };
      case "repeat":
        return buildRepeat(node, next);
    }
  }

  function buildRepeat({ node, min, max }: RegexNode & { kind: "repeat" }, next: Point): Point {
    let point = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop: Point = { edges: [] };
      const body = build(node, loop);
      loop.edges.push({ kind: "empty", to: body }, { kind: "empty", to: next });
      point = min === 0 ? loop : body;
    }
    const optional = max === Number.POSITIVE_INFINITY ? 0 : Math.min(max - min, copiesMax);
    for (let copy = 0; copy < optional; copy += 1) {
      const body = build(node, point);
      point = { edges: [body, next].map((to) => ({ kind: "empty", to })) };
    }
    const needed = Math.min(max === Number.POSITIVE_INFINITY ? min - 1 : min, copiesMax);
    for (let copy = 0; copy < needed; copy += 1) point = build(node, point);
    return point;
  }

  const start = build(tree, end);
  // The search for the first character, split by what was read last, because assertions depend on it.
  const kinds = hasLookbehind(tree) ? [...alphabet.all].map((letter) => new Set([letter])) : alphabet.kinds;
  const searches = flags.includes("y") ? [] : kinds.map((letters): State => ({ letters, after: { edges: [] } }));
  for (const { after } of searches) {
    for (const state of searches) after.edges.push({ kind: "character", state });
    after.edges.push({ kind: "empty", to: start });
  }
  const before: Point = { edges: searches.map((state) => ({ kind: "character", state })) };
  before.edges.push({ kind: "empty", to: start });
  const initial: State = { letters: new Set(), after: before };
  const steps = createSteps(alphabet, flags, { initial, end });
  return { findSharedText: () => findSharedText(initial, steps, alphabet) };
}

/** The only character of an expression, if it is no more than that. */
function singleCharacter(node: RegexNode): string | undefined {
  if (node.kind === "character") return node.source;
  const [only, ...others] = node.kind === "sequence" ? node.nodes : [];
  return only?.kind === "character" && others.length === 0 ? only.source : undefined;
}

interface Step {
  state: State;
  letters: ReadonlySet<number>;
  /** The engine can take this step in more than one way. */
  isAmbiguous: boolean;
}

interface Steps {
  from(state: State): Step[];
  /** The expression is fulfilled after this state, whatever follows. */
  isFinal(state: State): boolean;
}

function createSteps(alphabet: Alphabet, flags: string, { initial, end }: { initial: State; end: Point }): Steps {
  const known = new Map<State, Step[]>();
  const finals = new Map<State, boolean>();
  const isMultiline = flags.includes("m");

  /** The letters that may follow, if an assertion is between them and the state. Undefined stands for all. */
  function restrict(source: string, state: State): ReadonlySet<number> | undefined {
    const isStart = state === initial;
    const isAfter = (set: ReadonlySet<number>) => [...state.letters].every((letter) => set.has(letter));
    const isNever = (set: ReadonlySet<number>) => ![...state.letters].some((letter) => set.has(letter));
    if (source === "^") {
      return isStart || (isMultiline && !isNever(alphabet.lineEnds)) ? undefined : new Set();
    }
    if (source === "$") return isMultiline ? alphabet.lineEnds : new Set();
    const isAfterWord = isStart ? false : isAfter(alphabet.words) ? true : isNever(alphabet.words) ? false : undefined;
    if (isAfterWord === undefined) return undefined;
    return isAfterWord === (source === "\\b") ? alphabet.others : alphabet.words;
  }

  /** For a negated lookbehind, the start of the text is as good as a character. */
  function isBehind(letters: ReadonlySet<number>, state: State): boolean {
    return state === initial || letters.intersection(state.letters).size > 0;
  }

  function collect(state: State): Step[] {
    const ways = new Map<State, ReadonlySet<number>[]>();
    const walk = (point: Point, allowed: ReadonlySet<number> | undefined, passed: readonly Point[]): void => {
      if (passed.includes(point)) return;
      const path = [...passed, point];
      for (const edge of point.edges) {
        if (edge.kind === "empty") walk(edge.to, allowed, path);
        else if (edge.kind === "character") {
          const letters = allowed === undefined ? edge.state.letters : edge.state.letters.intersection(allowed);
          const list = ways.get(edge.state) ?? [];
          if (letters.size > 0 && list.length < waysMax) ways.set(edge.state, [...list, letters]);
        } else if (edge.kind === "behind") {
          if (isBehind(edge.letters, state)) walk(edge.to, allowed, path);
        } else {
          const found = edge.kind === "ahead" ? edge.letters : restrict(edge.source, state);
          walk(edge.to, found === undefined ? allowed : (allowed?.intersection(found) ?? found), path);
        }
      }
    };
    walk(state.after, undefined, []);
    return [...ways].map(([next, sets]) => {
      const letters = sets.reduce((all, set) => all.union(set), new Set<number>());
      return { state: next, letters, isAmbiguous: sets.length > 1 };
    });
  }

  function isFulfilled(state: State): boolean {
    const seen = new Set<Point>();
    // A loop over all characters reaches the end of any text.
    const isEndless = state.letters.size === alphabet.all.size && from(state).some((step) => step.state === state);
    const reaches = (point: Point): boolean => {
      if (point === end) return true;
      if (seen.has(point)) return false;
      seen.add(point);
      return point.edges.some((edge) => {
        if (edge.kind === "assertion") return isEndless && edge.source === "$" && reaches(edge.to);
        return edge.kind === "empty" && reaches(edge.to);
      });
    };
    return reaches(state.after);
  }

  function from(state: State): Step[] {
    const steps = known.get(state) ?? collect(state);
    known.set(state, steps);
    return steps;
  }

  return {
    from,
    isFinal(state) {
      const isKnown = finals.get(state) ?? isFulfilled(state);
      finals.set(state, isKnown);
      return isKnown;
    },
  };
}

const waysMax = 2;

function findSharedText(initial: State, steps: Steps, alphabet: Alphabet): string | undefined {
  const used = [...closure([initial], steps)];
  const reach = new Map(
    used.map((state) => [
      state,
      closure(
        steps.from(state).map((step) => step.state),
        steps,
      ),
    ]),
  );
  const looping = used.filter((state) => reach.get(state)?.has(state));
  const sharesLoop = (one: State, other: State) =>
    reach.get(one)?.has(other) === true && reach.get(other)?.has(one) === true;
  for (const inner of looping) {
    // What is fulfilled already doesn't have to be tried in another way.
    if (steps.isFinal(inner)) continue;
    const doubled = steps.from(inner).find((step) => step.isAmbiguous && sharesLoop(inner, step.state));
    if (doubled !== undefined) return alphabet.show([...doubled.letters][0]);
    for (const outer of looping) {
      if (!reach.get(outer)?.has(inner)) continue;
      const text =
        outer === inner ? findTwoWays(inner, sharesLoop, steps) : findShared(outer, inner, sharesLoop, reach, steps);
      if (text !== undefined) return text.map(alphabet.show).join("");
    }
  }
  return undefined;
}

function closure(from: readonly State[], steps: Steps): ReadonlySet<State> {
  const found = new Set(from);
  for (const state of found) for (const step of steps.from(state)) found.add(step.state);
  return found;
}

type Loops = (one: State, other: State) => boolean;

/** A text with which the state returns to itself in two ways. */
function findTwoWays(state: State, sharesLoop: Loops, steps: Steps): number[] | undefined {
  const isInside = ([one, other]: State[]) =>
    one !== undefined &&
    other !== undefined &&
    ![one, other].some(steps.isFinal) &&
    sharesLoop(state, one) &&
    sharesLoop(state, other);
  return search(
    [state, state, state],
    ([one, other, apart]) => one === state && other === state && apart !== state,
    isInside,
    steps,
    true,
  );
}

/** A text with which the first state returns to itself, the second does too, and the first also leads to the second. */
function findShared(
  outer: State,
  inner: State,
  sharesLoop: Loops,
  reach: ReadonlyMap<State, ReadonlySet<State>>,
  steps: Steps,
): number[] | undefined {
  const isInside = ([first, between, last]: State[]) =>
    first !== undefined &&
    between !== undefined &&
    last !== undefined &&
    ![first, between, last].some(steps.isFinal) &&
    sharesLoop(outer, first) &&
    sharesLoop(inner, last) &&
    (between === inner || reach.get(between)?.has(inner) === true);
  return search(
    [outer, outer, inner],
    ([one, two, three]) => one === outer && two === inner && three === inner,
    isInside,
    steps,
    false,
  );
}

const combinationsMax = 20_000;

/** Reads the same letters in three states at once. In `isPair`, the third only remembers whether the first two were ever apart. */
function search(
  from: [State, State, State],
  isGoal: (states: State[]) => boolean,
  isInside: (states: State[]) => boolean,
  steps: Steps,
  isPair: boolean,
): number[] | undefined {
  const ids = new Map<State, number>();
  const idOf = (state: State) => {
    const id = ids.get(state) ?? ids.size;
    ids.set(state, id);
    return id;
  };
  const seen = new Set<string>();
  const queue: { states: State[]; text: number[] }[] = [{ states: from, text: [] }];
  for (const { states, text } of queue) {
    const [one, two, three] = states;
    if (one === undefined || two === undefined || three === undefined || queue.length > combinationsMax)
      return undefined;
    for (const first of steps.from(one)) {
      for (const second of steps.from(two)) {
        const both = first.letters.intersection(second.letters);
        if (both.size === 0) continue;
        const mark = three === from[0] && first.state !== second.state ? otherThan(from[0]) : three;
        const thirds = isPair ? [{ state: mark, letters: both }] : steps.from(three);
        for (const third of thirds) {
          const next = [first.state, second.state, third.state];
          const [letter] = both.intersection(third.letters);
          if (letter === undefined || !isInside(next)) continue;
          const key = next.map(idOf).join();
          if (isGoal(next)) return [...text, letter];
          if (!seen.has(key)) queue.push({ states: next, text: [...text, letter] });
          seen.add(key);
        }
      }
    }
  }
  return undefined;
}

const apart: State = { letters: new Set(), after: { edges: [] } };

function otherThan(_state: State): State {
  return apart;
}

interface Alphabet {
  all: ReadonlySet<number>;
  lettersOf(source: string): ReadonlySet<number>;
  words: ReadonlySet<number>;
  others: ReadonlySet<number>;
  lineEnds: ReadonlySet<number>;
  /** All letters, in parts that assertions tell apart. */
  kinds: ReadonlySet<number>[];
  show(this: void, letter: number | undefined): string;
}

const lineEnd = "[\\n\\r\\u2028\\u2029]";

/** Characters that no part of the expression tells apart are one letter. */
function createAlphabet(tree: RegexNode, flags: string): Alphabet {
  const sources = [...new Set([...charactersOf(tree), "\\w", lineEnd])];
  const tests = sources.map((source) => new RegExp(`^(?:${source})$`, flags.replaceAll(/[gym]/g, "")));
  const written = sources.flatMap((source) => [...source].filter((character) => character > "\u007f"));
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const letters = new Map<string, string>();
  for (const character of [...ascii, ...written, ..."é中\u2028\u00a0\u0301", ...(/[uv]/.test(flags) ? ["😀"] : [])]) {
    const signature = tests.map((test) => (test.test(character) ? "1" : "0")).join("");
    if (!letters.has(signature)) letters.set(signature, character);
  }
  const signatures = [...letters.keys()];
  const matching = (index: number, sign: string) =>
    new Set(signatures.flatMap((signature, letter) => (signature[index] === sign ? [letter] : [])));
  const [words, others] = ["1", "0"].map((sign) => matching(sources.indexOf("\\w"), sign));
  const lineEnds = matching(sources.indexOf(lineEnd), "1");
  if (words === undefined || others === undefined) throw new Error("unreachable");
  return {
    all: new Set(signatures.keys()),
    lettersOf: (source) => matching(sources.indexOf(source), "1"),
    words,
    others,
    lineEnds,
    kinds: [words, lineEnds, others.difference(lineEnds)].filter((kind) => kind.size > 0),
    show: (letter) => [...letters.values()][letter ?? 0] ?? "",
  };
}

function charactersOf(node: RegexNode): string[] {
  if (node.kind === "character") return [node.source];
  if (node.kind === "repeat") return charactersOf(node.node);
  if (node.kind === "look") return charactersOf(node.body);
  return "nodes" in node ? node.nodes.flatMap(charactersOf) : [];
}
