import { runRules } from "../rules/run-rules.ts";
import type { ChildCallName, ChildCalls, ChildReply, ChildRequest, ToolAnswer } from "./child-messages.ts";
import { listFiles, readFile, searchText } from "./tools/read-tools.ts";
import { searchDocs } from "./tools/search-docs.ts";
import { type Tool, ToolRefusal } from "./tools/tool.ts";
import { deleteFile, editFile, movePage, writeFile } from "./tools/write-tools.ts";
import { openDocs, type WorkingDocs } from "./working-docs.ts";

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

const calls: { [Name in ChildCallName]: (input: ChildCalls[Name]["input"]) => Promise<ChildCalls[Name]["answer"]> } = {
  async open(opened) {
    docs = openDocs(opened);
    return undefined;
  },
  async restore({ changes }) {
    docs.apply(changes);
    return undefined;
  },
  async rules({ prompt, now }) {
    const outcome = await runRules(prompt, docs, new Date(now));
    return { outcome, edits: docs.edits(outcome.changes) };
  },
  tool: ({ name, input }) => runTool(docs, name, input),
  changes: async () => docs.changes(),
};

process.on("message", (request: ChildRequest) => {
  const call = calls[request.name] as (input: unknown) => Promise<unknown>;
  call(request.input).then(
    (answer) => send({ id: request.id, ok: true, answer }),
    (error: unknown) => send({ id: request.id, ok: false, message: error instanceof Error ? error.message : "" }),
  );
});
// Exit when the parent process exits.
process.on("disconnect", () => process.exit());
send({ ready: true });

function send(reply: ChildReply): void {
  process.send?.(reply);
}

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
