import { createContext, Script } from "node:vm";
import { isReadableText, type Tool, ToolRefusal, textInput } from "./tool.ts";

const matchesMax = 50;
const matchCharactersMax = 300;
const patternCharactersMax = 500;
const lineCharactersMax = 5_000;
const searchMilliseconds = 3_000;

/** Searches for a text, ignoring case, or for a regular expression. */
export const searchText: Tool = (docs, input) => {
  const query = textInput(input, "query");
  if (query.trim() === "") throw new ToolRefusal('"query" is empty.');
  const search = input.is_regular_expression === true ? expressionSearch(query) : plainSearch(query);
  const matches: string[] = [];
  for (const path of docs.paths.filter(isReadableText)) {
    const lines = docs.text(path)?.split("\n") ?? [];
    for (const index of search(lines)) {
      if (matches.length === matchesMax)
        return { text: [...matches, "… more; search for something longer."].join("\n") };
      matches.push(`${path}:${index + 1}: ${(lines[index] ?? "").trim().slice(0, matchCharactersMax)}`);
    }
  }
  return { text: matches.length === 0 ? "No file contains this text." : matches.join("\n") };
};

type Search = (lines: readonly string[]) => number[];

function plainSearch(query: string): Search {
  const wanted = query.toLowerCase();
  return (lines) => lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [index] : []));
}

// Only this script runs, and the expression is data. The context is there for its timeout, which also interrupts an
// expression that backtracks.
const script = new Script(`
  const expression = new RegExp(pattern, "iu");
  lines.flatMap((line, index) => expression.test(line.slice(0, charactersMax)) ? [index] : []);
`);

function expressionSearch(pattern: string): Search {
  if (pattern.length > patternCharactersMax) {
    throw new ToolRefusal(`A regular expression may have at most ${patternCharactersMax} characters.`);
  }
  let left = searchMilliseconds;
  return (lines) => {
    const startedAt = performance.now();
    try {
      const context = createContext({ pattern, lines, charactersMax: lineCharactersMax });
      return [...script.runInContext(context, { timeout: Math.max(1, Math.round(left)) })];
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new ToolRefusal(
        code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "The regular expression takes too long; use a simpler one." : message,
      );
    } finally {
      left -= performance.now() - startedAt;
    }
  };
}
