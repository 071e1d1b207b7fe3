import { createContext, Script } from "node:vm";
import { isReadableText, type Tool, ToolRefusal, textInput } from "./tool.ts";

const matchesMax = 50;
const matchCharactersMax = 300;
const patternCharactersMax = 500;
const lineCharactersMax = 5_000;
/** Of processor time, because the process has a low priority. */
const searchMilliseconds = 3_000;
/** Each run in the context has a cost of its own, and all texts at once could be too large for the memory. */
const filesPerRun = 50;

/** Searches for a text, ignoring case, or for a regular expression. */
export const searchText: Tool = (docs, input) => {
  const query = textInput(input, "query");
  if (query.trim() === "") throw new ToolRefusal('"query" is empty.');
  const search = input.is_regular_expression === true ? expressionSearch(query) : plainSearch(query);
  const matches: string[] = [];
  const paths = docs.paths.filter(isReadableText);
  for (let start = 0; start < paths.length; start += filesPerRun) {
    const found = paths
      .slice(start, start + filesPerRun)
      .flatMap((path) =>
        (docs.text(path)?.split("\n") ?? []).map((line, index) => ({ place: `${path}:${index + 1}`, line })),
      );
    for (const index of search(found.map(({ line }) => line))) {
      if (matches.length === matchesMax)
        return { text: [...matches, "… more; search for something longer."].join("\n") };
      const { place, line } = found[index] ?? { place: "", line: "" };
      matches.push(`${place}: ${line.trim().slice(0, matchCharactersMax)}`);
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
const script = new Script(`{
  const expression = new RegExp(pattern, "iu");
  lines.flatMap((line, index) => expression.test(line.slice(0, charactersMax)) ? [index] : []);
}`);

function expressionSearch(pattern: string): Search {
  if (pattern.length > patternCharactersMax) {
    throw new ToolRefusal(`A regular expression may have at most ${patternCharactersMax} characters.`);
  }
  const context = createContext({ pattern, charactersMax: lineCharactersMax });
  let left = searchMilliseconds;
  return (lines) => {
    context.lines = lines;
    const before = process.cpuUsage();
    try {
      return [...script.runInContext(context, { timeout: Math.max(1, Math.round(left)) })];
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new ToolRefusal(
        code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "The regular expression takes too long; use a simpler one." : message,
      );
    } finally {
      const { user, system } = process.cpuUsage(before);
      left -= (user + system) / 1_000;
    }
  };
}
