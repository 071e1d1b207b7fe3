import { writeProblem } from "../../../docs-edits/write-problem.ts";
import { runRules } from "../../rules/run-rules.ts";
import type { WorkingDocs } from "../working-docs.ts";
import { getText, pathInput, type Tool, ToolRefusal, textInput } from "./tool.ts";

const contentCharactersMax = 500_000;
const hintLinesMax = 3;

/** The old text must occur exactly once. Fuzzy matching could silently damage a page. */
export const editFile: Tool = (docs, input) => {
  const path = writablePath(docs, pathInput(input));
  const text = getText(docs, path);
  const [oldText, newText] = withLineEndings(text, textInput(input, "old_text"), textInput(input, "new_text"));
  if (oldText === "") throw new ToolRefusal('"old_text" is empty; use write_file to create a file.');
  if (oldText === newText) throw new ToolRefusal("The new text is the same as the old text.");
  const parts = text.split(oldText);
  if (parts.length === 1) throw new ToolRefusal(`The text is not in ${path}. ${nearest(text, oldText)}`);
  if (parts.length > 2) {
    throw new ToolRefusal(
      `The text occurs ${parts.length - 1} times in ${path}; include more of the surrounding text.`,
    );
  }
  const content = bounded(parts.join(newText));
  return { text: `${path} was changed.`, changes: [{ path, content }] };
};

export const writeFile: Tool = (docs, input) => {
  const path = writablePath(docs, pathInput(input));
  const content = bounded(textInput(input, "content"));
  if (docs.paths.some((known) => known.startsWith(`${path}/`))) throw new ToolRefusal(`${path} is a folder.`);
  return { text: `${path} was ${docs.has(path) ? "replaced" : "written"}.`, changes: [{ path, content }] };
};

export const deleteFile: Tool = (docs, input) => {
  const path = writablePath(docs, pathInput(input));
  getText(docs, path);
  if (path === "docs.json") throw new ToolRefusal("Without docs.json there is no documentation.");
  return {
    text: `${path} was deleted; validate_docs reports the remaining links to it.`,
    changes: [{ path, content: undefined }],
  };
};

/** Uses the built-in rule, which also updates links, the navigation and redirects. */
export const movePage: Tool = async (docs, input) => {
  const [from, to] = [writablePath(docs, pathInput(input, "from")), writablePath(docs, pathInput(input, "to"))];
  getText(docs, from);
  if (docs.has(to)) throw new ToolRefusal(`${to} already exists.`);
  const { changes, declined } = await runRules(`move "${from}" to "${to}"`, docs);
  if (changes.length === 0) {
    throw new ToolRefusal(declined.map(({ what, why }) => `${what}: ${why}`).join("; ") || `${from} cannot be moved.`);
  }
  return {
    text: `${from} is now ${to}; ${changes.length} files were changed with it.`,
    changes: [...changes],
  };
};

function writablePath({ writable }: WorkingDocs, path: string): string {
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
