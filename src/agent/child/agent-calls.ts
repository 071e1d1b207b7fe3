import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { runRules } from "../rules/run-rules.ts";
import {
  findHosts,
  findOutsideContent,
  type KnownHosts,
  type OutsideContent,
  outsideProblem,
} from "./outside-content.ts";
import { listFiles, type ReadImage, readFile, readImage } from "./tools/read-tools.ts";
import { searchDocs } from "./tools/search-docs.ts";
import { searchText } from "./tools/search-text.ts";
import { isReadableText, type Tool, ToolRefusal } from "./tools/tool.ts";
import { deleteFile, editFile, movePages, writeFile } from "./tools/write-tools.ts";
import { type FileEdit, type OpenedDocs, openDocs, type WorkingDocs } from "./working-docs.ts";

export interface ToolAnswer {
  ok: boolean;
  /** The result as text for the model. */
  text: string;
  /** The changes with full contents. */
  changes: FileChange[];
  /** The changes as diffs. */
  edits: FileEdit[];
  /** An image that the model asked to see. */
  image?: ReadImage;
}

const nothing = {
  folder: "",
  files: [],
  renames: [],
  removed: [],
  settingsParts: [],
  openedPaths: [],
  fileBytesMax: 0,
};
let docs: WorkingDocs = openDocs(nothing);
let known: KnownHosts | undefined;
const asked = new Set<string>();

/** The calls that the agent's process answers, one at a time. */
export const agentCalls = {
  open: (opened: OpenedDocs) => {
    docs = openDocs(opened);
    known = undefined;
    asked.clear();
  },
  /** Allows the hosts that a person names in this text. */
  allowHosts: ({ text }: { text: string }) => {
    for (const host of findHosts(text).linked) asked.add(host);
  },
  /** Restores the changes of an earlier process. */
  restore: ({ changes }: { changes: readonly FileChange[] }) => docs.apply(changes),
  rules: async ({ prompt, now }: { prompt: string; now: number }) => {
    const outcome = await runRules(prompt, docs, new Date(now));
    return { outcome, edits: docs.edits(outcome.changes) };
  },
  /** Runs a tool. Its changes are applied by `restore`, once the worker has checked them too. */
  tool: ({ name, input }: { name: string; input: unknown }) => runTool(docs, name, input),
  /** All differences from the commit. */
  changes: (_: object) => docs.changes(),
  /** What all changes bring in from outside. */
  outside: (_: object): OutsideContent => {
    const { linked } = knownHosts();
    const found = docs
      .changes()
      .map(({ path, movedFrom, content }) =>
        findOutsideContent(path, docs.committed(movedFrom ?? path) ?? "", content ?? "", linked),
      );
    const all = (part: keyof OutsideContent) => [...new Set(found.flatMap((one) => one[part]))];
    return { hosts: all("hosts"), images: all("images"), scripts: all("scripts") };
  },
};

/** The hosts that the committed docs name. */
function knownHosts(): KnownHosts {
  if (known !== undefined) return known;
  const [linked, loaded] = [new Set<string>(), new Set<string>()];
  for (const path of docs.committedPaths.filter(isReadableText)) {
    const found = findHosts(docs.committed(path) ?? "");
    for (const host of found.linked) linked.add(host);
    for (const host of found.loaded) loaded.add(host);
  }
  known = { linked, loaded, asked };
  return known;
}

const answerCharactersMax = 30_000;

/** Everything a model can do with the documentation. There is no shell and no network. */
const tools: Readonly<Record<string, Tool>> = {
  list_files: listFiles,
  read_file: readFile,
  read_image: readImage,
  search_text: searchText,
  search_docs: searchDocs,
  edit_file: editFile,
  write_file: writeFile,
  move_page: movePages,
  delete_file: deleteFile,
};

async function runTool(docs: WorkingDocs, name: string, input: unknown): Promise<ToolAnswer> {
  try {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) throw new ToolRefusal(`Unknown tool: ${name}.`);
    if (typeof input !== "object" || input === null) throw new ToolRefusal("The input must be an object.");
    const { text, changes = [], image } = await tool(docs, input as Record<string, unknown>);
    checkAddresses(docs, changes);
    return { ok: true, text: cut(text), changes, edits: docs.edits(changes), ...(image && { image }) };
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return { ok: false, text: cut(error.message), changes: [], edits: [] };
  }
}

/** The committed text is compared, so that an address can't come in with several small edits. */
function checkAddresses(docs: WorkingDocs, changes: readonly FileChange[]): void {
  for (const { path, content, movedFrom } of changes) {
    if (content === undefined) continue;
    const before = docs.committed(docs.originOf(movedFrom ?? path)) ?? "";
    const problem = before === content ? undefined : outsideProblem(path, before, content, knownHosts());
    if (problem !== undefined) throw new ToolRefusal(`${path} was not written: ${problem}.`);
  }
}

function cut(text: string): string {
  return text.length <= answerCharactersMax ? text : `${text.slice(0, answerCharactersMax)}\n… (cut)`;
}
