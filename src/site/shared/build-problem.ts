import { groupProblems } from "../../contract/group-problems.ts";

/** A note is about something that is often intentional. A note never fails a build, not even a strict build. */
export type ProblemSeverity = "error" | "warning" | "note";

export interface ProblemOptions {
  severity?: ProblemSeverity | undefined;
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  hint?: string | undefined;
}

/** A problem that the author can fix, with its place and a hint. The message never contains a path on the server. */
export class BuildProblem extends Error {
  readonly severity: ProblemSeverity;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly hint: string | undefined;

  constructor(message: string, options: ProblemOptions = {}) {
    super(message);
    this.name = "BuildProblem";
    this.severity = options.severity ?? "error";
    this.file = options.file;
    this.line = options.line;
    this.column = options.column;
    this.hint = options.hint;
  }
}

/** The site can't be built at all. A single bad page never causes this. */
export class BuildFailure extends Error {
  readonly problems: BuildProblem[];
  /** The number of pages that were checked before the build failed. */
  readonly pages: number;

  constructor(problems: BuildProblem[], pages = 0, message = describeErrors(problems)) {
    super(message);
    this.name = "BuildFailure";
    this.problems = problems;
    this.pages = pages;
  }
}

function describeErrors(problems: BuildProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === "error");
  return (errors.length === 0 ? problems : errors).map(describeProblem).join("\n");
}

/** A problem as plain data, because errors lose their fields between processes and in the cache. */
export interface ProblemRecord extends ProblemOptions {
  message: string;
  severity: ProblemSeverity;
}

export function problemToRecord(problem: BuildProblem): ProblemRecord {
  const { message, severity, file, line, column, hint } = problem;
  return { message, severity, file, line, column, hint };
}

export function problemFromRecord(record: ProblemRecord): BuildProblem {
  return new BuildProblem(record.message, record);
}

/** Characters that break a line, move the cursor of a terminal or reverse text. File names may contain them. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The lines of a log: one for each cause, with its severity. */
export function problemLines(problems: readonly BuildProblem[]): string[] {
  return groupProblems(problems).map(({ first, others }) => {
    const line = `${first.severity}: ${describeProblem(first)}`;
    return others === undefined ? line : `${line}; ${others.replaceAll(unprintable, " ")}`;
  });
}

/** One line for a log or a terminal: `guides/start.mdx:12:3: … (what to do)`. */
export function describeProblem(problem: BuildProblem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(":");
  const sentence = place === "" ? problem.message : `${place}: ${problem.message}`;
  return (problem.hint === undefined ? sentence : `${sentence} (${problem.hint})`).replaceAll(unprintable, " ");
}
