import { shorten } from "../ground/text/shorten.ts";
import { escapeLinkText, escapeMarkdown } from "./markdown/escape-markdown.ts";
import { instructionsBlock } from "./markdown-head.ts";

export interface LlmsLink {
  title: string;
  url: string;
  description: string;
}

export interface LlmsSite {
  name: string;
  description: string | undefined;
  instructions: string[];
  pages: LlmsLink[];
  openapi: LlmsLink[];
  asyncapi: LlmsLink[];
  /** Links of the navigation that leave the site. */
  external: LlmsLink[];
}

const charactersMax = 100_000;
const descriptionLengths = [300, 160, 80, 0];

/** The list of what a site holds, for agents. One that would be too long gets shorter descriptions, then fewer pages. */
export function llmsText(site: LlmsSite): string {
  for (const length of descriptionLengths) {
    const text = print(site, length, site.pages.length);
    if (text.length <= charactersMax) return text;
  }
  const room = charactersMax - print({ ...site, pages: [] }, 0, site.pages.length).length - noteRoom;
  let count = 0;
  for (let used = 0; count < site.pages.length; count += 1) {
    used += line(site.pages[count], 0).length + 1;
    if (used > room) break;
  }
  return print(site, 0, count);
}

const noteRoom = 200;

function print(site: LlmsSite, descriptionLength: number, count: number): string {
  const left = site.pages.length - count;
  const lists: [string, string[]][] = [
    ["Docs", site.pages.slice(0, count).map((page) => line(page, descriptionLength))],
    ["OpenAPI Specs", site.openapi.map((spec) => line(spec, 0))],
    ["AsyncAPI Specs", site.asyncapi.map((spec) => line(spec, 0))],
    ["Optional", site.external.map((link) => line(link, 0))],
  ];
  if (left > 0)
    lists[0]?.[1].push(`- ${left} more pages are not listed here, for want of room; llms-full.txt holds them all.`);
  const parts = [`# ${escapeMarkdown(site.name)}`];
  if (site.description !== undefined) parts.push(`> ${escapeMarkdown(site.description.replaceAll(/\s+/g, " "))}`);
  if (site.instructions.length > 0) parts.push(instructionsBlock(site.instructions));
  for (const [title, lines] of lists) if (lines.length > 0) parts.push(`## ${title}`, lines.join("\n"));
  return `${parts.join("\n\n")}\n`;
}

function line(link: LlmsLink | undefined, descriptionLength: number): string {
  if (link === undefined) return "";
  const description = shorten(link.description, descriptionLength);
  return `- [${escapeLinkText(link.title)}](${link.url})${description === "" ? "" : `: ${escapeMarkdown(description)}`}`;
}
