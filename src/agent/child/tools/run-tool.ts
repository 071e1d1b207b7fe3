import type { ToolAnswer } from "../child-messages.ts";
import type { WorkingDocs } from "../working-docs.ts";
import { listFiles, readFile, searchText } from "./read-tools.ts";
import { searchDocs } from "./search-docs.ts";
import { type Tool, ToolRefusal } from "./tool.ts";
import { deleteFile, editFile, movePage, writeFile } from "./write-tools.ts";

const answerCharactersMax = 30_000;

/** Everything that a model can do to the documentation. There is no shell and no network. */
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

export async function runTool(docs: WorkingDocs, name: string, input: unknown): Promise<ToolAnswer> {
  try {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) throw new ToolRefusal(`There is no tool ${name}.`);
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
