export type LogSeverity = "plain" | "note" | "warning" | "error";

export interface LogLine {
  text: string;
  /** The time of the line. Missing if the log was fetched as a whole. */
  at?: string;
}

export interface ReadLine {
  severity: LogSeverity;
  /** The path of the file that the line is about. */
  file?: string;
  line?: number;
}

export interface Step {
  name: string;
  milliseconds: number;
}

export interface PageCounts {
  rendered: number;
  laidOut: number;
  reused: number;
  failed: number;
}

const severityPattern = /^(?:[a-z-]+: )?(error|warning|note): /;
const placePattern =
  /(?:^|: )([\w@.()[\]-][\w@.()[\] /-]*\.(?:mdx?|json|ya?ml|css|js|jsx|ts|tsx|svg))(?::(\d+))?(?::\d+)?:/;
const durationPattern = /^([a-z]+(?:-[a-z]+)*): .*\((\d+) ms\)$/;
const countsPattern = /(\d+) pages? rendered\b(.*)$/;
const answersPattern = /^evaluate-answers: (\d+) questions?: (\d+) right/;
const worsePattern = /; (\d+) got worse\b/;
const otherCountPattern = /, (\d+) (laid out again|reused|failed)/g;

export function readLogLine(text: string): ReadLine {
  const severity = (severityPattern.exec(text)?.[1] ?? "plain") as LogSeverity;
  const place = severity === "plain" ? null : placePattern.exec(text);
  return {
    severity,
    ...(place?.[1] !== undefined && { file: place[1] }),
    ...(place?.[2] !== undefined && { line: Number(place[2]) }),
  };
}

/** Duration of each step, in order. */
export function readSteps(lines: readonly LogLine[]): Step[] {
  const steps = new Map<string, number>();
  for (const { text } of lines) {
    const [, name, milliseconds] = durationPattern.exec(text) ?? [];
    if (name !== undefined) {
      steps.set(name, (steps.get(name) ?? 0) + Number(milliseconds));
    }
  }
  return [...steps].map(([name, milliseconds]) => ({ name, milliseconds }));
}

export function readPageCounts(lines: readonly LogLine[]): PageCounts | undefined {
  for (const { text } of lines) {
    const [, rendered, rest = ""] = countsPattern.exec(text) ?? [];
    if (rendered !== undefined) {
      const others = new Map(
        Array.from(rest.matchAll(otherCountPattern), ([, number, what]) => [what, Number(number)]),
      );
      const number = (what: string) => others.get(what) ?? 0;
      return {
        rendered: Number(rendered),
        laidOut: number("laid out again"),
        reused: number("reused"),
        failed: number("failed"),
      };
    }
  }
  return undefined;
}

/** The results of questions that members have judged; undefined if no questions were evaluated. */
export function readAnswers(
  lines: readonly LogLine[],
): { questions: number; right: number; worse: number } | undefined {
  for (const { text } of lines) {
    const [, questions, right] = answersPattern.exec(text) ?? [];
    if (questions !== undefined) {
      return { questions: Number(questions), right: Number(right), worse: Number(worsePattern.exec(text)?.[1] ?? 0) };
    }
  }
  return undefined;
}
