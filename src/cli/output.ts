import { cutText } from "../platform/cut-text.ts";
import { createProgressLine } from "./progress-line.ts";

const progress = createProgressLine(process.stderr);

// This file is the only one that writes to the terminal. The log writes to stderr.
export function printText(text: string): void {
  progress.clear();
  process.stdout.write(`${text}\n`);
}

/** Prints without a line break. */
export function printPiece(text: string): void {
  progress.clear();
  process.stdout.write(text);
}

export function printProblem(text: string): void {
  progress.clear();
  process.stderr.write(`${text}\n`);
}

/** Shows progress until something else is printed, only in an interactive terminal. */
export function showProgress(text: string): void {
  progress.show(text);
}

/** Shows the elapsed seconds until the returned function is called. */
export function showSeconds(what: string): () => void {
  const began = performance.now();
  const timer = setInterval(() => {
    progress.show(`${what}: ${Math.round((performance.now() - began) / 1000)} s`);
  }, 1_000);
  return () => {
    clearInterval(timer);
    progress.clear();
  };
}

export interface OutputOptions {
  json?: boolean;
}

export function print({ json }: OutputOptions, value: object, text: string): void {
  if (json) {
    printJson(value);
  } else {
    printText(text);
  }
}

/** Leaves out the lines that are false or undefined. */
export function textLines(...lines: readonly (string | false | undefined)[]): string[] {
  return lines.filter((line) => typeof line === "string");
}

export function printJson(value: object): void {
  printText(JSON.stringify(value, null, 2));
}

type Cell = string | number | null | undefined;

/** Values by label or column, in the order in which they are shown. */
type Fields = Readonly<Record<string, Cell>>;

/** One line per field that has a value, with aligned values. Labels may be repeated in another group of fields. */
export function layOutFields(...groups: readonly Fields[]): string {
  const fields = groups.flatMap((group) => Object.entries(group));
  return alignColumns(fields.filter(([, value]) => value !== undefined && value !== null && value !== ""));
}

/** Cuts the last column if the table would be wider than `columnsMax`. */
export function layOutTable(rows: readonly Fields[], none: string, columnsMax = Number.POSITIVE_INFINITY): string {
  const [first] = rows;
  if (first === undefined) return none;
  const headings = Object.keys(first).map((heading) => heading.toUpperCase());
  return alignColumns([headings, ...rows.map((row) => Object.values(row))], columnsMax);
}

/** Prints a page of a list, in a table that fits the terminal. */
export function printPage(
  options: OutputOptions,
  page: { nextCursor: string | null },
  rows: readonly Fields[],
  none: string,
): void {
  const more = page.nextCursor === null ? "" : `\n\nMore: --cursor ${page.nextCursor}`;
  print(options, page, `${layOutTable(rows, none, terminalColumns())}${more}`);
}

/** Unlimited if the output is a file or a pipe. */
export function terminalColumns(): number {
  return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
}

/** `2026-11-17 09:30`, in UTC. */
export function shortTime(iso: string): string {
  return iso.slice(0, "2026-11-17T09:30".length).replace("T", " ");
}

/** Exits quietly when the reader closes the pipe, as in `lectern … | head`. */
export function exitOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      throw error;
    }
    process.exit(0);
  });
}

/** A narrower column would be useless, so the line wraps instead. */
const lastColumnMin = 24;
const columnGap = 2;

function alignColumns(rows: readonly (readonly Cell[])[], columnsMax = Number.POSITIVE_INFINITY): string {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? "–")));
  const widths = cells.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  const last = widths.length - 1;
  const used = widths.slice(0, last).reduce((sum, width) => sum + width + columnGap, 0);
  const lastMax = Math.max(columnsMax - used, lastColumnMin);
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === last ? cutText(cell, lastMax) : cell.padEnd(widths[column] ?? 0)))
        .join(" ".repeat(columnGap))
        .trimEnd(),
    )
    .join("\n");
}

/** A failed command, with one sentence that says what to do. Exit code 2 means wrong usage, 1 anything else. */
export class CommandProblem extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = "CommandProblem";
    this.exitCode = exitCode;
  }
}
