import type { ProblemRecord } from "../../shared/build-problem.ts";

/** A problem as shown to the author of the page. */
export interface WriterProblem {
  severity: "error" | "warning";
  message: string;
  /** The line in the page, counted from 1; undefined if the problem isn't in the page itself. */
  line: number | undefined;
  /** A replacement that would fix the problem, in UTF-16 offsets of the page. */
  fix?: { start: number; end: number; text: string; label: string };
}

/** Errors first, then by line. A problem in another file, such as a snippet, names that file instead of a line. */
export function describeForWriter(
  problems: readonly ProblemRecord[],
  page: { path: string; text: string },
): WriterProblem[] {
  const shown = new Map<string, WriterProblem>();
  for (const problem of problems) {
    const { severity, file, line, message, hint } = problem;
    if (severity === "note") continue;
    const isHere = file === undefined || file === page.path;
    const place = isHere ? "" : line === undefined ? `${file}: ` : `${file}, line ${line}: `;
    const sentence = `${place}${isHere ? capitalize(message) : message}${hint === undefined ? "" : ` (${hint})`}`;
    const fix = isHere ? findFix(problem, page.text) : undefined;
    const described = { severity, message: sentence, line: isHere ? line : undefined, ...(fix && { fix }) };
    shown.set(`${described.line}:${sentence}`, described);
  }
  return [...shown.values()].sort(
    (one, other) =>
      Number(other.severity === "error") - Number(one.severity === "error") || (one.line ?? 0) - (other.line ?? 0),
  );
}

function capitalize(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

const suggestion = /did you mean (?:"([^"]{1,300})"|<([\w.]{1,100})>)\?/;
/** The parts of a message that may be the wrong word: a quoted word, a tag, a path or an anchor. */
const candidates = /"([^"]{1,300})"|<([\w.]{1,100})>|((?:\/|#)[^\s,"]{1,300})/g;

/** Replaces the wrong word by the suggested word, if the position of the wrong word is clear. */
function findFix({ message, hint, line }: ProblemRecord, text: string): WriterProblem["fix"] {
  const [, word, tag] = suggestion.exec(hint ?? "") ?? [];
  const right = word ?? tag;
  if (right === undefined || line === undefined) return undefined;
  const lines = text.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const to = from + (lines[line - 1]?.length ?? 0);
  for (const [, quoted, wrongTag, path] of message.matchAll(candidates)) {
    const wrong = quoted ?? wrongTag ?? path ?? "";
    if (wrong === right) continue;
    const fix = (wrongTag === undefined ? replaceWord : replaceTag)(text, { wrong, right, from, to });
    if (fix !== undefined) return { ...fix, label: `Change to ${tag === undefined ? right : `<${right}>`}` };
  }
  return undefined;
}

interface Replacement {
  wrong: string;
  right: string;
  /** Where the wrong word starts. */
  from: number;
  to: number;
}

function replaceWord(text: string, { wrong, right, from, to }: Replacement) {
  const start = text.indexOf(wrong, from);
  if (start === -1 || start + wrong.length > to || text.slice(start + 1, to).includes(wrong)) return undefined;
  // An anchor is suggested without its hash.
  const kept = wrong.startsWith("#") && !right.startsWith("#") ? "#" : "";
  return { start, end: start + wrong.length, text: kept + right };
}

/** Replaces the opening and closing tag, if the page has only one element of this name. */
function replaceTag(text: string, { wrong, right, from, to }: Replacement) {
  const start = text.indexOf(`<${wrong}`, from);
  if (start === -1 || start >= to) return undefined;
  const [opening, closing] = [text.split(`<${wrong}`).length - 1, text.split(`</${wrong}>`).length - 1];
  if (closing === 0) return { start: start + 1, end: start + 1 + wrong.length, text: right };
  if (opening !== 1 || closing !== 1) return undefined;
  const end = text.indexOf(`</${wrong}>`, start) + wrong.length + 2;
  return { start: start + 1, end, text: right + text.slice(start + 1 + wrong.length, end - wrong.length) + right };
}
