import type { PageFormat } from "./page-url.ts";

/** Invisible content that may come before a heading: blank lines, imports, one-line exports, and comments. */
const unseen = {
  mdx: /^(?:\s+|(?:import|export)\s[^\n]*(?:\n|$)|\{\/\*[\s\S]{0,2000}?\*\/\})+/,
  md: /^(?:\s+|<!--[\s\S]{0,2000}?-->)+/,
} as const;

const hashHeading = /^ {0,3}#[ \t]+([^\n]+)/;
const underlinedHeading = /^ {0,3}([^\s#>|`~*+-][^\n]*)\n {0,3}=+[ \t]*(?:\n|$)/;
const headBytes = 8_000;
const headingLengthMax = 300;

/** The text of the level-1 heading that a page starts with, which is common in pages written for other tools. */
export function leadingHeading(body: string, format: PageFormat): string | undefined {
  const text = body.slice(0, headBytes).replaceAll("\r\n", "\n").replace(unseen[format], "");
  const heading = hashHeading.exec(text)?.[1] ?? underlinedHeading.exec(text)?.[1];
  if (heading === undefined || heading.length > headingLengthMax) return undefined;
  const words = plainWords(heading);
  // Elements and expressions would have to be evaluated, which isn't worth it for a title.
  return words === "" || /[<>]/.test(words) || (format === "mdx" && /(?<!\{)\{(?!\{)/.test(words)) ? undefined : words;
}

/** The text of a heading without its markup. */
export function plainWords(heading: string): string {
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
