const lengthMax = 300;

/** The first paragraph of a Markdown text as plain words, for search engines and lists. */
export function summarise(markdown: string | undefined): string | undefined {
  const [paragraph = ""] = (markdown ?? "").trim().split(/\n\s*\n/, 1);
  const words = paragraph
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*_#>]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (words === "") return undefined;
  return words.length > lengthMax ? `${words.slice(0, words.lastIndexOf(" ", lengthMax))}…` : words;
}
