import { oneLine } from "../ground/html/collapse-whitespace.ts";
import { escapeMarkdown } from "./markdown/escape-markdown.ts";

/** What stands above the article in the Markdown of a page: its title, its description, and a word to agents. */
export function markdownHead(title: string, description: string | undefined, instructions: string[]): string {
  const parts = [`# ${escapeMarkdown(oneLine(title))}`];
  if (description !== undefined) parts.push(`> ${escapeMarkdown(oneLine(description))}`);
  if (instructions.length > 0) parts.push(instructionsBlock(instructions));
  return `${parts.join("\n\n")}\n\n`;
}

/** The instructions are Markdown of the author already. */
export function instructionsBlock(instructions: string[]): string {
  return ["**Instructions for agents**", ...instructions.map((text) => `- ${text.replaceAll("\n", "\n  ")}`)].join(
    "\n\n",
  );
}
