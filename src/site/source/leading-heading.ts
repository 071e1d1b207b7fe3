import type { PageFormat } from "./page-format.ts";

/** What may stand above a heading without being seen: blank lines, imports, exports of one line, and comments. */
const unseen = {
  mdx: /^(?:\s+|(?:import|export)\s[^\n]*(?:\n|$)|\{\/\*[\s\S]{0,2000}?\*\/\})+/,
  md: /^(?:\s+|<!--[\s\S]{0,2000}?-->)+/,
} as const;

const hashHeading = /^ {0,3}#[ \t]+([^\n]+)(?:\n|$)/;
const underlinedHeading = /^ {0,3}([^\s#>|`~*+-][^\n]*)\n {0,3}=+[ \t]*(?:\n|$)/;
const headBytes = 8_000;
const headingLengthMax = 300;

/** The words of the heading of the first rank that a page begins with, for one that was written for other readers too. */
export function leadingHeading(body: string, format: PageFormat): string | undefined {
  const text = body.slice(0, headBytes).replaceAll("\r\n", "\n").replace(unseen[format], "");
  const heading = hashHeading.exec(text)?.[1] ?? underlinedHeading.exec(text)?.[1];
  if (heading === undefined || heading.length > headingLengthMax) return undefined;
  const words = plainWords(heading);
  // Elements and expressions have to be worked out, which a name that stands in every sidebar is not worth.
  return words === "" || /[<>]/.test(words) || (format === "mdx" && /(?<!\{)\{(?!\{)/.test(words)) ? undefined : words;
}

/** Without the marks of Markdown. */
function plainWords(heading: string): string {
  return heading
    .replace(/[ \t]+#+[ \t]*$/, "")
    .replace(/[ \t]*\{#[\w-]+\}[ \t]*$/, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/(`+)(.+?)\1/g, "$2")
    .replaceAll(/(\*\*|__|~~|\*)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replaceAll(/(?<![\w_])_(?=\S)(.+?)(?<=\S)_(?![\w_])/g, "$1")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll("&amp;", "&")
    .trim();
}
