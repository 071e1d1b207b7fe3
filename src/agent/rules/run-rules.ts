import { normaliseSlug, pageSlug } from "../../site/source/page-url.ts";
import { openDraft } from "./draft.ts";
import { type AskedTask, readPrompt } from "./read-prompt.ts";
import { rules } from "./registry.ts";
import type { DocsTree, RulesOutcome } from "./rules-outcome.ts";

interface RulesDeps {
  now?: Date;
  signal?: AbortSignal;
}

/** Does what a prompt asks for, as far as there is a rule for it. No language model takes part, and nothing is guessed. */
export async function runRules(prompt: string, tree: DocsTree, deps: RulesDeps = {}): Promise<RulesOutcome> {
  const { now = new Date(), signal = new AbortController().signal } = deps;
  const { tasks, notUnderstood } = readPrompt(prompt, rules);
  const draft = openDraft(tree);
  for (const { rule, values, scope } of tasks) {
    signal.throwIfAborted();
    const covers = createScope(scope, draft.paths());
    if (covers === undefined) {
      draft.decline({
        path: scope ?? "",
        line: undefined,
        what: rule.title,
        why: `there is no page or folder ${scope}`,
      });
    } else await rule.run(draft, { values, covers, year: now.getUTCFullYear(), signal });
  }
  const changes = draft.changes();
  return {
    task: tasks.length === 0 ? undefined : tasks.map(({ rule }) => rule.name).join(", "),
    summary: summarise(tasks, draft, changes.length),
    changes,
    explanations: draft.explanations,
    declined: draft.declined,
    notUnderstood,
    help: tasks.length > 0 && notUnderstood.length === 0 ? [] : helpLines(),
  };
}

/** Every task there is, with an example of how to ask for it. */
function helpLines(): string[] {
  return rules.map(({ example, does }) => `${example} — ${does}`);
}

type Findings = Pick<RulesOutcome, "explanations" | "declined">;

function summarise(tasks: readonly AskedTask[], { explanations, declined: places }: Findings, files: number): string {
  if (tasks.length === 0) return "Nothing was changed: the prompt asks for no task that the built-in rules know.";
  const declined = places.length;
  // What was asked for and found nothing to do is no part of the change.
  const done = tasks.filter(({ rule }) => explanations.some(({ rule: name }) => name === rule.name));
  const titles = [...new Set((done.length > 0 ? done : tasks).map(({ rule }) => rule.title))];
  const title = joinTitles(titles);
  if (files > 0) return `${title}: ${count(explanations.length, "edit")} in ${count(files, "file")}.`;
  if (declined > 0) {
    return `${title}: nothing was changed, and ${count(declined, "place")} ${declined === 1 ? "needs" : "need"} a person to decide.`;
  }
  return `${title}: nothing to do.`;
}

function joinTitles(titles: readonly string[]): string {
  const [first = "", ...others] = titles.map((title, index) =>
    index === 0 ? title : title.charAt(0).toLowerCase() + title.slice(1),
  );
  const last = others.pop();
  return last === undefined ? first : `${[first, ...others].join(", ")} and ${last}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Whether a file belongs to the page or folder that a prompt names; undefined when there is no such page or folder. */
function createScope(scope: string | undefined, paths: readonly string[]): ((path: string) => boolean) | undefined {
  if (scope === undefined) return () => true;
  const name = normaliseSlug(scope.replace(/^\.\//, ""));
  const covers = (path: string) => path === scope || pageSlug(path) === name || path.startsWith(`${name}/`);
  return name !== "" && paths.some(covers) ? covers : undefined;
}
