type CsvValue = string | number;

/** Fields that a spreadsheet would run as a formula. Readers write the searches, so they are untrusted. */
const formula = /^[=+\-@\t\r]/;

export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(value: CsvValue): string {
  if (typeof value === "number") {
    return String(value);
  }
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
