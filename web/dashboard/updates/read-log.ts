export type LogSeverity = "plain" | "note" | "warning" | "error";

export interface LogLine {
  text: string;
  /** Missing in a log that was fetched as a whole. */
  at?: string;
}

export interface ReadLine {
  severity: LogSeverity;
  /** Path in the project of the file the line is about. */
  file?: string;
  line?: number;
}

export interface Step {
  name: string;
  milliseconds: number;
}

interface PageCounts {
  rendered: number;
  reused: number;
}

const severityPattern = /^(?:[a-z-]+: )?(error|warning|note): /;
const placePattern =
  /(?:^|: )([\w@.()[\]-][\w@.()[\] /-]*\.(?:mdx?|json|ya?ml|css|js|jsx|ts|tsx|svg))(?::(\d+))?(?::\d+)?:/;
const durationPattern = /^([a-z]+(?:-[a-z]+)*): .*\((\d+) ms\)$/;
const countsPattern = /(\d+) pages? rendered\b.*?(?:, (\d+) reused)/;

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
    const [, rendered, reused] = countsPattern.exec(text) ?? [];
    if (rendered !== undefined && reused !== undefined) {
      return { rendered: Number(rendered), reused: Number(reused) };
    }
  }
  return undefined;
}
