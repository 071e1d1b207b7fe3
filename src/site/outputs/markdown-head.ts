import { oneLine } from "../shared/html/collapse-whitespace.ts";
import { escapeMarkdown } from "./markdown/escape-markdown.ts";

/** The start of a page's Markdown: its title, its description, and instructions for agents. */
export function markdownHead(title: string, description: string | undefined, instructions: string[]): string {
  const parts = [`# ${escapeMarkdown(oneLine(title))}`];
  if (description !== undefined) parts.push(`> ${escapeMarkdown(oneLine(description))}`);
  if (instructions.length > 0) parts.push(instructionsBlock(instructions));
  return `${parts.join("\n\n")}\n\n`;
}

/** Instructions are already Markdown. */
export function instructionsBlock(instructions: string[]): string {
  return ["**Instructions for agents**", ...instructions.map((text) => `- ${text.replaceAll("\n", "\n  ")}`)].join(
    "\n\n",
  );
}
