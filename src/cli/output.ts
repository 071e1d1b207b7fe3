/** The only place that writes to the terminal. Logs go to stderr through the log. */
export function printText(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printProblem(text: string): void {
  process.stderr.write(`${text}\n`);
}

export interface OutputOptions {
  json?: boolean;
}

/** One JSON document for programs, or text for people. */
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

type Cell = string | number | null | undefined;

/** One line for each field that is known, the values aligned. */
export function layOutFields(fields: readonly (readonly [label: string, value: Cell])[]): string {
  return alignColumns(fields.filter(([, value]) => value !== undefined && value !== null && value !== ""));
}

export function layOutTable(headings: readonly string[], rows: readonly (readonly Cell[])[], none: string): string {
  return rows.length === 0 ? none : alignColumns([headings.map((heading) => heading.toUpperCase()), ...rows]);
}

/** `lectern … | head` is no failure: when the reader has seen enough, we end quietly. */
export function allowReaderToLeave(): void {
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
