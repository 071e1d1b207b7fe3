import { openEditedDocs } from "../../../docs-edits/edited-docs.ts";
import { movePages as movePagesOf } from "../../../docs-edits/move-pages.ts";
import { writeProblem } from "../../../docs-edits/write-problem.ts";
import type { WorkingDocs } from "../working-docs.ts";
import { getText, pathInput, type Tool, type ToolInput, ToolRefusal, textInput } from "./tool.ts";

const contentCharactersMax = 500_000;
const hintLinesMax = 3;

const editsMax = 50;

/**
 * Replaces one or several texts, all or none. Each old text must occur exactly once. Fuzzy matching could silently damage
 * a page.
 */
export const editFile: Tool = (docs, input) => {
  const path = writablePath(docs, input);
  const edits = Array.isArray(input.edits) ? input.edits.map(toEdit) : [input];
  if (edits.length === 0 || edits.length > editsMax) {
    throw new ToolRefusal(`"edits" must have 1 to ${editsMax} entries.`);
  }
  let content = getText(docs, path);
  for (const [index, edit] of edits.entries()) {
    try {
      content = replaceOnce(path, content, edit);
    } catch (error) {
      if (!(error instanceof ToolRefusal) || edits.length === 1) throw error;
      throw new ToolRefusal(`Nothing was changed because of edit ${index + 1}: ${error.message}`);
    }
  }
  return { text: `${path} was changed.`, changes: [{ path, content: bounded(content) }] };
};

function toEdit(edit: unknown): ToolInput {
  if (typeof edit !== "object" || edit === null) throw new ToolRefusal('Each of "edits" must be an object.');
  return edit as ToolInput;
}

function replaceOnce(path: string, text: string, edit: ToolInput): string {
  const [oldText, newText] = withLineEndings(text, textInput(edit, "old_text"), textInput(edit, "new_text"));
  if (oldText === "") throw new ToolRefusal('"old_text" is empty; use write_file to create a file.');
  if (oldText === newText) throw new ToolRefusal("The new text is the same as the old text.");
  const parts = text.split(oldText);
  if (parts.length === 1) throw new ToolRefusal(`The text is not in ${path}. ${nearest(text, oldText)}`);
  if (parts.length > 2) {
    throw new ToolRefusal(
      `The text occurs ${parts.length - 1} times in ${path}; include more of the surrounding text.`,
    );
  }
  return parts.join(newText);
}

export const writeFile: Tool = (docs, input) => {
  const path = writablePath(docs, input);
  const content = bounded(textInput(input, "content"));
  if (docs.paths.some((known) => known.startsWith(`${path}/`))) throw new ToolRefusal(`${path} is a folder.`);
  return { text: `${path} was ${docs.has(path) ? "replaced" : "written"}.`, changes: [{ path, content }] };
};

export const deleteFile: Tool = (docs, input) => {
  const path = writablePath(docs, input);
  getText(docs, path);
  if (path === "docs.json") throw new ToolRefusal("Without docs.json there is no documentation.");
  return {
    text: `${path} was deleted; validate_docs reports the remaining links to it.`,
    changes: [{ path, content: undefined }],
  };
};

/** Moves a page or a folder. Uses the built-in rule, which also updates links, the navigation and redirects. */
export const movePages: Tool = async (docs, input) => {
  const from = pathInput(input, "from").replace(/\/+$/, "");
  const to = pathInput(input, "to").replace(/\/+$/, "");
  const isFolder = !docs.has(from) && docs.paths.some((path) => path.startsWith(`${from}/`));
  if (isFolder) {
    // The names of a folder are checked with every file in it, once the rule has moved them.
    if (docs.paths.some((path) => path.startsWith(`${to}/`))) throw new ToolRefusal(`${to} already exists.`);
  } else {
    writablePath(docs, input, "from");
    writablePath(docs, input, "to");
    getText(docs, from);
    if (docs.has(to)) throw new ToolRefusal(`${to} already exists.`);
  }
  const edited = openEditedDocs(docs);
  await movePagesOf(edited, { from: isFolder ? `${from}/` : from, to: isFolder ? `${to}/` : to });
  const changes = edited.changes();
  if (changes.length === 0) {
    const why = edited.declined.map(({ what, why }) => `${what}: ${why}`).join("; ");
    throw new ToolRefusal(why || `${from} cannot be moved.`);
  }
  return { text: `${from} is now ${to}; ${changes.length} files were changed with it.`, changes: [...changes] };
};

function writablePath({ writable, has, paths }: WorkingDocs, input: ToolInput, name = "path"): string {
  const path = pathInput(input, name);
  const isAbsolute = textInput(input, name).trim().startsWith("/");
  const [folder = ""] = path.split("/");
  if (isAbsolute && !has(path) && path.includes("/") && !paths.some((known) => known.startsWith(`${folder}/`))) {
    throw new ToolRefusal(
      `/${path} is outside the docs: there is no folder ${folder}. Paths start in the docs folder.`,
    );
  }
  const problem = writeProblem(path, writable);
  if (problem !== undefined) throw new ToolRefusal(`${JSON.stringify(path)} may not be written: it ${problem}.`);
  return path;
}

function bounded(content: string): string {
  if (content.length > contentCharactersMax) {
    throw new ToolRefusal(`A file may have at most ${contentCharactersMax} characters.`);
  }
  return content;
}

// Models write line feeds; a file keeps its own line endings.
function withLineEndings(text: string, oldText: string, newText: string): [string, string] {
  const isOther = text.includes("\r\n") && !text.includes(oldText) && !oldText.includes("\r");
  return isOther ? [oldText.replaceAll("\n", "\r\n"), newText.replaceAll("\n", "\r\n")] : [oldText, newText];
}

/** The lines of the file that are closest to the first line of the old text. */
function nearest(text: string, oldText: string): string {
  const wanted = words(oldText.split("\n").find((line) => line.trim() !== "") ?? "");
  const scored = text.split("\n").map((line, index) => {
    const here = words(line);
    const shared = wanted.filter((word) => here.includes(word)).length;
    return { line, number: index + 1, score: shared / Math.max(1, wanted.length, here.length) };
  });
  const best = scored
    .filter(({ score }) => score > 0.3)
    .sort((one, other) => other.score - one.score)
    .slice(0, hintLinesMax);
  return best.length === 0
    ? "No line of the file is similar; read it with read_file."
    : `Nearest lines: ${best.map(({ number, line }) => `${number}: ${JSON.stringify(line.slice(0, 300))}`).join("; ")}.`;
}

function words(line: string): string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
