import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, LineCounter, parseDocument } from "yaml";
import { automationLimits } from "../contract/automation-limits.ts";
import type { AutomationDefinition } from "../contract/automation-operations.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { lockProject } from "../projects/store.ts";
import { automationColumns, type DefinitionProblem, readDefinition } from "./definition.ts";
import { deleteAutomation, insertAutomation, listAutomations, updateAutomation } from "./store.ts";

const pattern = /^\.lectern\/automations\/[^/]+\.ya?ml$/;
const fileBytesMax = 30_000;

interface DocsFiles {
  folder: string;
  files: readonly { path: string; size: number }[];
}

export interface AutomationFiles {
  /** For the log of the update. */
  lines: string[];
  /** Stores the automations, in the transaction that publishes the files. */
  save(tx: Connection, projectId: string): Promise<void>;
}

/** Reads the automations that the docs define. A file with a problem is reported, and its earlier version stays. */
export async function readAutomationFiles({ clock }: { clock: Clock }, docs: DocsFiles): Promise<AutomationFiles> {
  const found = docs.files.filter(({ path }) => pattern.test(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const lines: string[] = [];
  const read = new Map<string, AutomationDefinition | undefined>();
  for (const { path, size } of found.slice(0, automationLimits.automations)) {
    const content = size > fileBytesMax ? undefined : await readFile(join(docs.folder, path), "utf8");
    const result =
      content === undefined ? { why: `larger than ${fileBytesMax / 1_000} kB` } : parseAutomation(content, path);
    read.set(path, "why" in result ? undefined : result.definition);
    if ("why" in result) {
      const place = result.line === undefined ? path : `${path}:${result.line}`;
      lines.push(`automations: ${place}: ${result.why}; its earlier version, if there is one, stays`);
    }
  }
  if (found.length > automationLimits.automations) {
    lines.push(`automations: only the first ${automationLimits.automations} of ${found.length} files are read`);
  }
  return { lines, save: (tx, projectId) => save(tx, { projectId, now: clock.now(), clock }, read) };
}

type Parsed = { definition: AutomationDefinition } | { why: string; line?: number };

export function parseAutomation(content: string, path: string): Parsed {
  const counter = new LineCounter();
  const document = parseDocument(content, { lineCounter: counter, uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [why = ""] = error.message.split(" at line ", 1);
    return { why, line: error.linePos?.[0].line ?? 1 };
  }
  // The file name is the name unless the file has one. Aliases would let a small file become a large value.
  const fallback = path.slice(path.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return { why: "anchors and aliases can't be used here", line: 1 };
  }
  const named = isMap(document.contents) ? { name: fallback, ...(value as object) } : value;
  const result = readDefinition(named);
  return "definition" in result
    ? result
    : { why: result.problem.message, line: lineOf(document, counter, result.problem) };
}

/** The line of the innermost field on the way to the problem that the file has. */
function lineOf(document: Document, counter: LineCounter, { path }: DefinitionProblem): number {
  let line = 1;
  let node: unknown = document.contents;
  for (const name of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => String(key) === name) : undefined;
    const range = (pair?.key as { range?: [number, number, number] } | undefined)?.range;
    if (pair === undefined || range === undefined) break;
    line = counter.linePos(range[0]).line;
    node = pair.value;
  }
  return line;
}

/** `undefined` for files with a problem. */
async function save(
  tx: Connection,
  { projectId, now, clock }: { projectId: string; now: number; clock: Clock },
  read: ReadonlyMap<string, AutomationDefinition | undefined>,
): Promise<void> {
  await lockProject(tx, projectId);
  const known = await listAutomations(tx, projectId);
  const byFile = new Map(known.map((automation) => [automation.file, automation]));
  let room = automationLimits.automations - known.length;
  for (const { id, file } of known) {
    if (file === null || read.has(file)) continue;
    await deleteAutomation(tx, id);
    room += 1;
  }
  for (const [file, definition] of read) {
    const before = byFile.get(file);
    const earlier: AutomationDefinition | undefined = before && JSON.parse(before.definition);
    if (definition === undefined || isDeepStrictEqual(earlier, definition)) continue;
    const { enabled = true } = definition;
    const isOn = Number(enabled);
    const fields = automationColumns(definition, now);
    // Somebody may have turned it on or off since then. Only a change of this field undoes that.
    const isSame = (earlier?.enabled ?? true) === enabled;
    if (before !== undefined) await updateAutomation(tx, before.id, { ...fields, ...(isSame ? {} : { isOn }) });
    else if (room > 0) {
      room -= 1;
      const id = newId("atm", clock);
      await insertAutomation(tx, { id, projectId, file, hookHash: null, createdAt: now, isOn, ...fields });
    }
  }
}
