import { common, createAlphabet, type Letters } from "./alphabet.ts";
import { type Automaton, createAutomaton, type State } from "./create-automaton.ts";
import { parseRegex, type RegexNode } from "./parse-regex.ts";

/**
 * Checks whether a backtracking engine can take more than linear time. That is the case if there is a text that can be
 * repeated and that two loops of the expression, or one loop in two ways, can divide between them in any way. Returns
 * that text, or undefined if the time is linear. The criteria are from Weber and Seidl, "On the degree of ambiguity of
 * finite automata".
 */
export function findSlowLoop(source: string, flags: string): string | undefined {
  const tree = parseRegex(source, flags);
  if (!hasLoop(tree)) return undefined;
  if (hasLoopBehind(tree)) return "a loop in a lookbehind";
  const alphabet = createAlphabet(tree, flags);
  return findSharedText(createAutomaton(tree, flags, alphabet))
    ?.map(alphabet.show)
    .join("");
}

function hasLoop(node: RegexNode): boolean {
  if (node.kind === "repeat") return node.max === Number.POSITIVE_INFINITY || hasLoop(node.node);
  if (node.kind === "look") return hasLoop(node.body);
  return "nodes" in node && node.nodes.some(hasLoop);
}

function hasLoopBehind(node: RegexNode): boolean {
  if (node.kind === "repeat") return hasLoopBehind(node.node);
  if (node.kind === "look") return node.isBehind ? hasLoop(node.body) : hasLoopBehind(node.body);
  return "nodes" in node && node.nodes.some(hasLoopBehind);
}

function findSharedText(automaton: Automaton): number[] | undefined {
  const { initial, stepsFrom, isFinal } = automaton;
  const nextOf = (state: State) => stepsFrom(state).map((step) => step.state);
  const reach = new Map([...closure([initial], nextOf)].map((state) => [state, closure(nextOf(state), nextOf)]));
  const reaches = (one: State, other: State) => reach.get(one)?.has(other) === true;
  const isLoop = (one: State, other: State) => reaches(one, other) && reaches(other, one);
  // Once the expression has matched, the engine doesn't backtrack, so final states don't count.
  const looping = [...reach.keys()].filter((state) => reaches(state, state) && !isFinal(state));
  for (const inner of looping) {
    const twice = stepsFrom(inner).find(
      (step) => step.isAmbiguous && isLoop(inner, step.state) && !isFinal(step.state),
    );
    if (twice !== undefined) return [...twice.letters].slice(0, 1);
    const inLoop = (state: State) => isLoop(inner, state) && !isFinal(state);
    const found = findText(automaton, [inner, inner], [inLoop, inLoop], (states, wereApart) => {
      return wereApart && states.every((state) => state === inner);
    });
    if (found !== undefined) return found;
    for (const outer of looping.filter((state) => state !== inner && reaches(state, inner))) {
      const goal = [outer, inner, inner];
      const rules: Rule[] = [
        (state) => isLoop(outer, state) && !isFinal(state),
        (state) => (state === inner || reaches(state, inner)) && !isFinal(state),
        inLoop,
      ];
      const text = findText(automaton, [outer, outer, inner], rules, (states) => {
        return states.every((state, index) => state === goal[index]);
      });
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

function closure(from: readonly State[], nextOf: (state: State) => State[]): ReadonlySet<State> {
  const found = new Set(from);
  for (const state of found) for (const next of nextOf(state)) found.add(next);
  return found;
}

type Rule = (state: State) => boolean;

/** The maximum number of state combinations to visit. The largest expressions have a few hundred. */
const combinationsMax = 20_000;

/** The shortest text that leads from some states to others at the same time, using only the allowed states. */
function findText(
  { stepsFrom }: Automaton,
  from: State[],
  rules: readonly Rule[],
  isGoal: (states: readonly State[], wereApart: boolean) => boolean,
): number[] | undefined {
  const ids = new Map<State, number>();
  const idOf = (state: State) => ids.get(state) ?? ids.set(state, ids.size).size - 1;
  const seen = new Set<string>();
  const queue: { states: State[]; text: number[]; wereApart: boolean }[] = [
    { states: from, text: [], wereApart: false },
  ];
  for (const { states, text, wereApart } of queue) {
    if (queue.length > combinationsMax) throw new Error("The expression is too large to be checked.");
    let together: { states: State[]; letters: Letters | undefined }[] = [{ states: [], letters: undefined }];
    for (const [index, state] of states.entries()) {
      const steps = stepsFrom(state).filter((step) => rules[index]?.(step.state));
      together = together.flatMap((one) =>
        steps.flatMap((step) => {
          const letters = one.letters === undefined ? step.letters : common(one.letters, step.letters);
          return letters.size === 0 ? [] : [{ states: [...one.states, step.state], letters }];
        }),
      );
    }
    for (const next of together) {
      const isApart = wereApart || next.states[0] !== next.states[1];
      const read = [...text, ...[...(next.letters ?? [])].slice(0, 1)];
      if (isGoal(next.states, isApart)) return read;
      const key = `${next.states.map(idOf).join()} ${isApart}`;
      if (!seen.has(key)) queue.push({ states: next.states, text: read, wereApart: isApart });
      seen.add(key);
    }
  }
  return undefined;
}
