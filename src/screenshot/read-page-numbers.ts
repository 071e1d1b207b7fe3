/**
 * The page number of every link target, read from a PDF that Chromium wrote: its objects are plain text, and its link
 * targets are in one object. Empty if a later version of Chromium writes PDFs differently.
 */
export function readPageNumbers(pdf: Buffer): Record<string, number> {
  const numbers: Record<string, number> = {};
  const text = pdf.toString("latin1");
  const pages = new Map<string, number>();
  for (const [, object = ""] of text.matchAll(/\n(\d{1,10}) 0 obj\n<<\/Type \/Page\n/g))
    pages.set(object, pages.size + 1);
  const [, list] = /\/Dests (\d{1,10}) 0 R/.exec(text) ?? [];
  const start = list === undefined ? -1 : text.indexOf(`\n${list} 0 obj`);
  const targets = start === -1 ? "" : text.slice(start, text.indexOf("endobj", start));
  for (const [, name = "", object = ""] of targets.matchAll(/\/([^\s/[]{1,500}) ?\[(\d{1,10}) 0 R/g)) {
    const number = pages.get(object);
    if (number !== undefined) numbers[name] = number;
  }
  return numbers;
}
