/**
 * The text between two tags as JSX understands it: lines lose the space that indents them, empty lines go away, and what
 * is left is joined with single spaces.
 */
export function cleanJsxText(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split(/\r?\n/);
  const lastIndex = lines.length - 1;
  return lines
    .map((line, index) => {
      const tabless = line.replaceAll("\t", " ");
      const startTrimmed = index === 0 ? tabless : tabless.replace(/^ +/, "");
      return index === lastIndex ? startTrimmed : startTrimmed.replace(/ +$/, "");
    })
    .filter((line) => line !== "")
    .join(" ");
}
