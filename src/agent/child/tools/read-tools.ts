import { getText, isHidden, isPage, pathInput, type Tool, type ToolInput, ToolRefusal, textInput } from "./tool.ts";

const listedMax = 500;
const linesMax = 400;
const lineCharactersMax = 2_000;
const matchesMax = 50;

export const listFiles: Tool = (docs, input) => {
  const folder = typeof input.folder === "string" ? pathInput(input, "folder").replace(/\/+$/, "") : "";
  const inside = docs.paths.filter((path) => !isHidden(path) && (folder === "" || path.startsWith(`${folder}/`)));
  if (inside.length === 0) throw new ToolRefusal(`There is no folder ${folder}; call list_files without a folder.`);
  const more = inside.length - listedMax;
  return {
    text: [...inside.slice(0, listedMax), ...(more > 0 ? [`… and ${more} more; name a folder.`] : [])].join("\n"),
  };
};

/** Returns numbered lines so that the model can ask for a range. */
export const readFile: Tool = (docs, input) => {
  const path = pathInput(input);
  const lines = getText(docs, path).split("\n");
  const from = Math.max(1, lineInput(input, "from_line") ?? 1);
  const to = Math.min(lines.length, lineInput(input, "to_line") ?? lines.length, from + linesMax - 1);
  if (from > lines.length) throw new ToolRefusal(`${path} has ${lines.length} lines.`);
  const shown = lines.slice(from - 1, to).map((line, index) => `${from + index}\t${line.slice(0, lineCharactersMax)}`);
  return { text: [...shown, ...(to < lines.length ? [`… ${lines.length} lines in all`] : [])].join("\n") };
};

/** Searches for plain text, ignoring case. A regular expression from a model could take forever. */
export const searchText: Tool = (docs, input) => {
  const query = textInput(input, "query").toLowerCase();
  if (query.trim() === "") throw new ToolRefusal('"query" is empty.');
  const matches: string[] = [];
  for (const path of docs.paths.filter((known) => isPage(known) || known === "docs.json")) {
    const lines = docs.text(path)?.split("\n") ?? [];
    for (const [index, line] of lines.entries()) {
      if (!line.toLowerCase().includes(query)) continue;
      if (matches.length === matchesMax) return { text: [...matches, "… more; use a longer text."].join("\n") };
      matches.push(`${path}:${index + 1}: ${line.trim().slice(0, 300)}`);
    }
  }
  return { text: matches.length === 0 ? "No file contains this text." : matches.join("\n") };
};

function lineInput(input: ToolInput, name: string): number | undefined {
  const value = input[name];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
