import { count } from "../../contract/count.ts";
import type { DocsTree, FileChange } from "../../docs-edits/docs-tree.ts";
import {
  type Declined,
  type EditedDocs,
  type Explanation,
  type ExternalLink,
  openEditedDocs,
} from "../../docs-edits/edited-docs.ts";
import { readKnownSite } from "../../docs-edits/known-site.ts";
import { normalizeSlug, pageSlug } from "../../site/project.ts";
import { type AskedTask, readPrompt } from "./read-prompt.ts";
import { type Refusal, refusalOf } from "./refuse-prompt.ts";
import { taskRunners } from "./task-runners.ts";

/** The result of a prompt. The caller writes the changes. */
export interface RulesOutcome {
  /** The names of the tasks; undefined if the prompt wasn't understood. */
  task: string | undefined;
  /** For the pull request title, or for the events if nothing changed. */
  summary: string;
  changes: readonly FileChange[];
  /** Every edit, ordered by file and line. */
  explanations: readonly Explanation[];
  /** The skipped places, with the reasons. */
  declined: readonly Declined[];
  /** The links to other websites that have to be checked. */
  external: readonly ExternalLink[];
  /** Why nothing was done, and what could be. */
  refusal: Refusal | undefined;
}

/** Runs the tasks of a prompt that have rules, without a language model. */
export async function runRules(prompt: string, tree: DocsTree, now = new Date()): Promise<RulesOutcome> {
  const read = readPrompt(prompt);
  const { tasks } = read;
  const refusal = tasks.length === 0 ? refusalOf(read) : undefined;
  const docs = openEditedDocs(tree);
  for (const { task, values, scope } of tasks) {
    const place = await findPlace(docs, scope);
    const covers = createScope(place, docs.paths());
    if (covers === undefined) {
      docs.decline({
        path: scope ?? "",
        line: undefined,
        what: task.title,
        why: `the page or folder ${scope} does not exist`,
      });
    } else {
      const [from, ...others] = values;
      const named =
        task.name === "move-page" && from !== undefined ? [(await findPlace(docs, from)) ?? from, ...others] : values;
      await taskRunners[task.name](docs, { values: named, covers, year: now.getUTCFullYear() });
    }
  }
  const changes = docs.changes();
  return {
    task: tasks.length === 0 ? undefined : tasks.map(({ task }) => task.name).join(", "),
    summary: refusal?.summary ?? summarize(tasks, docs, changes.length),
    changes,
    explanations: docs.explanations,
    declined: docs.declined,
    external: docs.external,
    refusal,
  };
}

type Findings = Pick<RulesOutcome, "explanations" | "declined">;

function summarize(tasks: readonly AskedTask[], { explanations, declined: places }: Findings, files: number): string {
  const declined = places.length;
  // Leave out tasks that had nothing to do.
  const done = tasks.filter(({ task }) => explanations.some(({ rule }) => rule === task.name));
  const titles = [...new Set((done.length > 0 ? done : tasks).map(({ task }) => task.title))];
  const title = joinTitles(titles);
  if (files > 0) return `${title}: ${count(explanations.length, "edit")} in ${count(files, "file")}.`;
  const open = declined === 0 ? "" : `${count(declined, "place needs", "places need")} your decision.`;
  return open === "" ? `${title}: nothing to do.` : `${title}: nothing was changed. ${open}`;
}

function joinTitles(titles: readonly string[]): string {
  const [first = "", ...others] = titles.map((title, index) =>
    index === 0 ? title : title.charAt(0).toLowerCase() + title.slice(1),
  );
  const last = others.pop();
  return last === undefined ? first : `${[first, ...others].join(", ")} and ${last}`;
}

/** The page with this title, if there is one, and no page or folder has this path. */
async function findPlace(docs: EditedDocs, place: string | undefined): Promise<string | undefined> {
  if (place === undefined || createScope(place, docs.paths()) !== undefined) return place;
  const site = await readKnownSite(docs);
  const isTitle = (title: unknown) => typeof title === "string" && title.toLowerCase() === place.toLowerCase();
  const [page, ...others] = site?.pages.filter(({ frontmatter }) => isTitle(frontmatter.title)) ?? [];
  return page !== undefined && others.length === 0 ? page.file : place;
}

/** Whether a file belongs to the page or folder in the prompt; undefined if there is no such page or folder. */
function createScope(scope: string | undefined, paths: readonly string[]): ((path: string) => boolean) | undefined {
  if (scope === undefined) return () => true;
  const name = normalizeSlug(scope.replace(/^\.\//, ""));
  const covers = (path: string) => path === scope || pageSlug(path) === name || path.startsWith(`${name}/`);
  return name !== "" && paths.some(covers) ? covers : undefined;
}
