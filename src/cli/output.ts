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

/** Shown until something else is printed, and only in an interactive terminal. */
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

export function printJson(value: object): void {
  printText(JSON.stringify(value, null, 2));
}

/** `1 page`, `1,000 pages`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

type Cell = string | number | null | undefined;

/** One line per field that has a value, with aligned values. */
export function layOutFields(fields: readonly (readonly [label: string, value: Cell])[]): string {
  return alignColumns(fields.filter(([, value]) => value !== undefined && value !== null && value !== ""));
}

export function layOutTable(headings: readonly string[], rows: readonly (readonly Cell[])[], none: string): string {
  return rows.length === 0 ? none : alignColumns([headings.map((heading) => heading.toUpperCase()), ...rows]);
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

function alignColumns(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? "–")));
  const widths = cells.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
