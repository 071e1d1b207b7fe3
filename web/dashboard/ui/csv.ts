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
