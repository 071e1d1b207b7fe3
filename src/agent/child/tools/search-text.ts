import { createContext, Script } from "node:vm";
import type { WorkingDocs } from "../working-docs.ts";
import { isReadableText, type Tool, ToolRefusal, textInput } from "./tool.ts";

const matchesMax = 50;
const matchCharactersMax = 300;
const patternCharactersMax = 500;
const lineCharactersMax = 5_000;
/** Of processor time. */
const searchMilliseconds = 3_000;
/** By the clock, a search may take this many times as long. */
const wallPerProcessor = 5;
/** Each run in the context has a cost of its own, and all texts at once could be too large for the memory. */
const batchCharacters = 1_000_000;

/** Searches for a text, ignoring case, or for a regular expression. */
export const searchText: Tool = (docs, input) => {
  const query = textInput(input, "query");
  if (query.trim() === "") throw new ToolRefusal('"query" is empty.');
  const search = input.is_regular_expression === true ? expressionSearch(query) : plainSearch(query);
  const matches: string[] = [];
  for (const files of inBatches(docs)) {
    for (const [file, index] of search(files.map(({ lines }) => lines))) {
      if (matches.length === matchesMax)
        return { text: [...matches, "… more; search for something longer."].join("\n") };
      const { path, lines } = files[file] ?? { path: "", lines: [] };
      matches.push(`${path}:${index + 1}: ${(lines[index] ?? "").trim().slice(0, matchCharactersMax)}`);
    }
  }
  return { text: matches.length === 0 ? "No file contains this text." : matches.join("\n") };
};

function* inBatches(docs: WorkingDocs) {
  let files: { path: string; lines: string[] }[] = [];
  let characters = 0;
  for (const path of docs.paths.filter(isReadableText)) {
    const text = docs.text(path) ?? "";
    files.push({ path, lines: text.split("\n") });
    characters += text.length;
    if (characters < batchCharacters) continue;
    yield files;
    files = [];
    characters = 0;
  }
  yield files;
}

/** Returns the positions of matches: the file and its line. */
type Search = (files: readonly (readonly string[])[]) => [file: number, line: number][];

function plainSearch(query: string): Search {
  const wanted = query.toLowerCase();
  return (files) =>
    files.flatMap((lines, file) =>
      lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [[file, index]] : [])),
    );
}

// Only this script runs, and the expression is data. The context is there for its timeout, which also interrupts an
// expression that backtracks.
const script = new Script(`(() => {
  const expression = new RegExp(pattern, "iu");
  const found = [];
  for (const [file, lines] of files.entries()) {
    for (const [index, line] of lines.entries()) {
      if (expression.test(line.slice(0, charactersMax)) && found.push([file, index]) > matchesMax) return found;
    }
  }
  return found;
})()`);

function expressionSearch(pattern: string): Search {
  if (pattern.length > patternCharactersMax) {
    throw new ToolRefusal(`A regular expression may have at most ${patternCharactersMax} characters.`);
  }
  const context = createContext({ pattern, charactersMax: lineCharactersMax, matchesMax });
  const deadline = performance.now() + searchMilliseconds * wallPerProcessor;
  let left = searchMilliseconds;
  const run = (files: Parameters<Search>[0]) => {
    context.files = files;
    const before = process.cpuUsage();
    try {
      return [...script.runInContext(context, { timeout: Math.max(1, Math.round(left)) })];
    } finally {
      const { user, system } = process.cpuUsage(before);
      left -= (user + system) / 1_000;
    }
  };
  return (files) => {
    for (;;) {
      try {
        return run(files);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw new ToolRefusal(message);
        if (left <= 0 || performance.now() > deadline)
          throw new ToolRefusal("The regular expression takes too long; use a simpler one.");
        // The process has a low priority. On a busy machine, a run may end before it has had its processor time.
      }
    }
  };
}
