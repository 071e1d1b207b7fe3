import { count } from "../../contract/count.ts";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { oneLine } from "../../site/project.ts";
import type { FinishedWork } from "./conversation.ts";

interface Claims {
  finished: FinishedWork;
  changes: readonly FileChange[];
  /** The files of the docs before the change. */
  paths: ReadonlySet<string>;
}

interface CheckedClaims {
  /** The actual changes, followed by the model's report. */
  summary: string;
  /** Files that the model names but didn't change. */
  untouched: string[];
}

const namesShownMax = 10;
const saidCharactersMax = 300;

/** Checks a model's report against its changes, so that the model can't claim work that it didn't do. */
export function checkClaims({ finished, changes, paths }: Claims): CheckedClaims {
  const { title, description } = finished;
  const touched = new Set(changes.flatMap(({ path, movedFrom }) => [path, ...(movedFrom ? [movedFrom] : [])]));
  const untouched = findNames(`${title}\n${description}`, paths).filter((path) => !touched.has(path));
  const said = oneLine(description).slice(0, saidCharactersMax);
  if (changes.length === 0) {
    const reason = said === "" ? "The model gave no reason." : `The model's report: “${said}”`;
    return { summary: `No files were changed. ${reason}`, untouched };
  }
  const head = `${oneLine(title).replace(/(?<![.:])[.:]+$/, "") || "Docs changed"}: ${count(changes.length, "file")} changed.`;
  return { summary: [head, describeUntouched(untouched)].filter((part) => part !== "").join(" "), untouched };
}

/**
 * Returns an empty text if there are no such files. A named file isn't always a false claim: a report can mention a
 * page that it links to.
 */
export function describeUntouched(untouched: readonly string[], write = (path: string) => path): string {
  if (untouched.length === 0) return "";
  const more = untouched.length - namesShownMax;
  const shown = untouched.slice(0, namesShownMax).map(write).join(", ");
  return `Named in the report but not changed: ${shown}${more > 0 ? ` and ${count(more, "other")}` : ""}.`;
}

/** Finds names of files with a page's extension, and names of existing pages without it. */
function findNames(text: string, paths: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const [token] of text.matchAll(/[\p{L}\p{N}_./-]+/gu)) {
    const name = token.replace(/^[./]+/, "").replace(/(?<!\.)\.+$/, "");
    if (/\.mdx?$/.test(name) || paths.has(name)) names.add(name);
    else if (name.includes("/") && paths.has(`${name}.mdx`)) names.add(`${name}.mdx`);
  }
  return [...names];
}
