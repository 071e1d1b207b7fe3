import { oneLine } from "../shared/html/collapse-whitespace.ts";
import { absoluteUrl } from "../theme/site-address.ts";
import { escapeMarkdown } from "./markdown/escape-markdown.ts";

/**
 * The start of a page's Markdown: its title, its description, where agents find other pages and answers, and
 * instructions for agents.
 */
export function markdownHead(
  title: string,
  description: string | undefined,
  instructions: string[],
  guide?: string,
): string {
  const parts = [`# ${escapeMarkdown(oneLine(title))}`];
  if (description !== undefined) parts.push(`> ${escapeMarkdown(oneLine(description))}`);
  if (guide !== undefined) parts.push(`> ${guide}`);
  if (instructions.length > 0) parts.push(instructionsBlock(instructions));
  return `${parts.join("\n\n")}\n\n`;
}

/** Where agents find the site's other pages and answers; undefined if the site offers neither. */
export function markdownGuide(
  address: string | undefined,
  { hasList, hasAnswers }: { hasList: boolean; hasAnswers: boolean },
): string | undefined {
  const sentences = [
    ...(hasList ? [`Index of all pages: ${absoluteUrl(address, "/llms.txt")}`] : []),
    ...(hasAnswers ? ["To ask about this documentation, add ?ask=QUESTION to the address of a Markdown page"] : []),
  ];
  return sentences.length === 0 ? undefined : `${sentences.join(". ")}.`;
}

/** Instructions are already Markdown. */
export function instructionsBlock(instructions: string[]): string {
  return ["**Instructions for agents**", ...instructions.map((text) => `- ${text.replaceAll("\n", "\n  ")}`)].join(
    "\n\n",
  );
}
