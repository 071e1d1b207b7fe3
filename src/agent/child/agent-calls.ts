import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { runRules } from "../rules/run-rules.ts";
import { listFiles, readFile, searchText } from "./tools/read-tools.ts";
import { searchDocs } from "./tools/search-docs.ts";
import { type Tool, ToolRefusal } from "./tools/tool.ts";
import { deleteFile, editFile, movePage, writeFile } from "./tools/write-tools.ts";
import { type FileEdit, type OpenedDocs, openDocs, type WorkingDocs } from "./working-docs.ts";

export interface ToolAnswer {
  ok: boolean;
  /** The result as text for the model. */
  text: string;
  /** The changes with full contents. */
  changes: FileChange[];
  /** The changes as diffs. */
  edits: FileEdit[];
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

/** The calls that the agent's process answers, one at a time. */
export const agentCalls = {
  open: (opened: OpenedDocs) => {
    docs = openDocs(opened);
  },
  /** Restores the changes of an earlier process. */
  restore: ({ changes }: { changes: readonly FileChange[] }) => docs.apply(changes),
  rules: async ({ prompt, now }: { prompt: string; now: number }) => {
    const outcome = await runRules(prompt, docs, new Date(now));
    return { outcome, edits: docs.edits(outcome.changes) };
  },
  tool: ({ name, input }: { name: string; input: unknown }) => runTool(docs, name, input),
  /** All differences from the commit. */
  changes: (_: object) => docs.changes(),
};

const answerCharactersMax = 30_000;

/** Everything a model can do with the documentation. There is no shell and no network. */
const tools: Readonly<Record<string, Tool>> = {
  list_files: listFiles,
  read_file: readFile,
  search_text: searchText,
  search_docs: searchDocs,
  edit_file: editFile,
  write_file: writeFile,
  move_page: movePage,
  delete_file: deleteFile,
};

async function runTool(docs: WorkingDocs, name: string, input: unknown): Promise<ToolAnswer> {
  try {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) throw new ToolRefusal(`Unknown tool: ${name}.`);
    if (typeof input !== "object" || input === null) throw new ToolRefusal("The input must be an object.");
    const { text, changes = [] } = await tool(docs, input as Record<string, unknown>);
    const edits = docs.edits(changes);
    docs.apply(changes);
    return { ok: true, text: cut(text), changes, edits };
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return { ok: false, text: cut(error.message), changes: [], edits: [] };
  }
}

function cut(text: string): string {
  return text.length <= answerCharactersMax ? text : `${text.slice(0, answerCharactersMax)}\n… (cut)`;
}
