type CsvValue = string | number;

/** Fields that a spreadsheet would run as a formula. Readers write the searches, so they are untrusted. */
const formula = /^[=+\-@\t\r]/;

export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** Saves a CSV file. The byte order mark tells spreadsheets that the file is UTF-8. */
export function downloadCsv(name: string, csv: string): void {
  downloadFile(name, ["\ufeff", csv], "text/csv;charset=utf-8");
}

export function downloadFile(name: string, content: string[], type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(content, { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function field(value: CsvValue): string {
  if (typeof value === "number") {
    return String(value);
  }
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
