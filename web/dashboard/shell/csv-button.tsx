import { Download } from "lucide-react";
import { toCsv } from "../../../src/contract/csv.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { useAction } from "../ui/use-action.ts";
import { useProject } from "./current-project.ts";

interface CsvButtonProps {
  /** For screen readers, and the tooltip of a button without text. */
  label?: string;
  /** The end of the file's name, after the project's. */
  name: string;
  csv: () => string | Promise<string>;
  disabled?: boolean;
  className?: string;
  /** The text of the button. Without one, it is an icon. */
  children?: string;
}

/** Downloads the rows of a list. */
export function CsvButton({ label, name, csv, children, ...button }: CsvButtonProps) {
  const { project } = useProject();
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const download = useAction(async () =>
    downloadFile(`${project.domain}-${name}.csv`, ["\ufeff", await csv()], "text/csv;charset=utf-8"),
  );
  const icon = <Download size={16} />;
  return children === undefined ? (
    <IconButton {...button} label={label ?? "Download CSV"} onClick={() => download.mutate()}>
      {icon}
    </IconButton>
  ) : (
    <Button {...button} size="small" icon={icon} aria-label={label} onClick={() => download.mutate()}>
      {children}
    </Button>
  );
}

/** A file with these fields of each row, by the names of their columns. */
export function fieldsCsv<Row extends object>(
  columns: Readonly<Record<string, keyof Row>>,
  rows: readonly Row[] = [],
): string {
  const fields = Object.values(columns);
  return toCsv(
    Object.keys(columns),
    rows.map((row) => fields.map((field) => toCell(row[field]))),
  );
}

function toCell(value: unknown): string | number {
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}
