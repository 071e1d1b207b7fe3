import { type Clause, clauseText, readClauses, type Token } from "./clauses.ts";
import type { Rule } from "./rule.ts";
import { isFiller, isFillerWord, refersToEarlierFinding } from "./vocabulary.ts";

export interface AskedTask {
  rule: Rule;
  values: readonly string[];
  /** The page or folder that the prompt limits the task to. */
  scope: string | undefined;
}

interface ReadPrompt {
  tasks: AskedTask[];
  notUnderstood: string[];
}

const promptCharactersMax = 20_000;

/** Finds the tasks in a prompt, in order. Clauses that aren't clearly a task are returned as not understood. */
export function readPrompt(prompt: string, rules: readonly Rule[]): ReadPrompt {
  const tasks: AskedTask[] = [];
  const notUnderstood: string[] = [];
  const known = new Set<string>();
  const clauses = joinFindings(readClauses(prompt.slice(0, promptCharactersMax)));
  const found = clauses.map((clause) => readTask(clause, rules));
  for (const [index, clause] of clauses.entries()) {
    const task = found[index];
    if (task !== undefined) {
      const name = JSON.stringify([task.rule.name, task.values, task.scope]);
      if (!known.has(name)) tasks.push(task);
      known.add(name);
    } else if (!isFiller(clause)) notUnderstood.push(clauseText(clause));
  }
  return { tasks, notUnderstood };
}

const findVerbs: ReadonlySet<string> = new Set("find check search look scan detect identify locate review".split(" "));

/** `Find broken links and fix them` is one request. */
function joinFindings(clauses: readonly Clause[]): Clause[] {
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const last = joined.at(-1);
    const isFinding = last !== undefined && findVerbs.has(last[0]?.word ?? "");
    if (isFinding && refersToEarlierFinding(clause)) joined.splice(-1, 1, [...last.slice(1), ...clause]);
    else joined.push(clause);
  }
  return joined;
}

/** `Are there broken links?` is a question; `could you fix them?` asks for a change. */
const questions: ReadonlySet<string> = new Set(
  "are is was were am do does did has have had how why what when where which who whose".split(" "),
);

function readTask(clause: Clause, rules: readonly Rule[]): AskedTask | undefined {
  if (questions.has(clause[0]?.word ?? "")) return undefined;
  const { rest, scope } = takeScope(clause);
  for (const rule of rules) {
    const values = rule.read(rest);
    if (values !== undefined) return { rule, values, scope };
  }
  return undefined;
}

const before: ReadonlySet<string> = new Set("in inside within under below on".split(" "));
const kinds: ReadonlySet<string> = new Set("page file folder directory section".split(" "));

/**
 * Takes the scope from the end of a clause: `… in guides/start.mdx`, `… in the folder "guides"`, `… only under
 * guides/`.
 */
function takeScope(clause: Clause): { rest: Clause; scope: string | undefined } {
  for (let index = clause.length - 1; index > 0; index -= 1) {
    if (!before.has(clause[index]?.word ?? "")) continue;
    const place = clause.slice(index + 1).filter(({ word }) => word !== "the" && word !== "only");
    const names = place.filter(({ word }) => !kinds.has(word));
    const [name] = names;
    const isNamed = names.length < place.length && name !== undefined && !isFillerWord(name.word);
    if (names.length !== 1 || name === undefined || !(isNamed || isPathLike(name))) continue;
    const rest = clause.slice(0, index).filter(({ word }, at) => !(word === "only" && at === index - 1));
    return { rest, scope: name.text };
  }
  return { rest: clause, scope: undefined };
}

function isPathLike({ text, word }: Token): boolean {
  return word === "" || text.includes("/") || /\.mdx?$/.test(text);
}
