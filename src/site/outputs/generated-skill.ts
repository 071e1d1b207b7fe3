import { oneLine } from "../shared/html/collapse-whitespace.ts";
import { shorten } from "../shared/text/shorten.ts";
import type { Skill } from "../source/read-skills.ts";
import { absoluteUrl } from "../theme/site-address.ts";
import { escapeLinkText, escapeMarkdown } from "./markdown/escape-markdown.ts";

interface SkillSource {
  name: string;
  description: string | undefined;
  address: string | undefined;
  /** The pages with their group of the navigation, in its order. */
  pages: { group: string; title: string; url: string }[];
  offers: { assistant: boolean; mcp: boolean };
}

const nameLengthMax = 64;
const descriptionLength = 600;
const pagesPerGroup = 12;
const groupsMax = 40;

/** Tells agents when to use the documentation, and how to find what they need in it. */
export function generateSkill({ name, description, address, pages: all, offers }: SkillSource): Skill {
  const title = oneLine(name);
  const about = description === undefined ? "" : ` ${shorten(oneLine(description), descriptionLength)}`;
  const use = `How to find facts about ${shorten(title, 80)} in its documentation. Use it for questions about ${shorten(title, 80)} and for work with it.${about}`;
  const ways = [
    `- ${absoluteUrl(address, "/llms.txt")} lists all pages. Every page is Markdown when .md is added to its address.`,
    ...(offers.assistant
      ? [`- ${absoluteUrl(address, "/ask")}?q=QUESTION answers with passages of the pages and their addresses.`]
      : []),
    ...(offers.mcp
      ? [`- ${absoluteUrl(address, "/mcp")} is an MCP server with tools to search and read the pages.`]
      : []),
  ];
  const groups = [...Map.groupBy(all, ({ group }) => group)];
  const lists = groups.slice(0, groupsMax).map(([label, pages]) => {
    const shown = pages.slice(0, pagesPerGroup).map((page) => `- [${escapeLinkText(page.title)}](${page.url})`);
    const left = pages.length - shown.length;
    return `### ${escapeMarkdown(oneLine(label))}\n\n${[...shown, ...(left > 0 ? [`- ${left} more`] : [])].join("\n")}`;
  });
  const text = [
    `---\nname: ${skillName(title)}\ndescription: ${JSON.stringify(use)}\n---`,
    `# ${escapeMarkdown(title)}`,
    ...(description === undefined ? [] : [escapeMarkdown(oneLine(description))]),
    "Look facts up in the documentation instead of relying on memory, and cite the pages.",
    `## How to find something\n\n${ways.join("\n")}`,
    ...(lists.length === 0 ? [] : ["## What it covers", ...lists]),
  ].join("\n\n");
  return { name: skillName(title), description: use, text: `${text}\n`, isRoot: true };
}

/** The names of skills have lowercase letters, digits and single hyphens. */
function skillName(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-");
  return words.slice(0, nameLengthMax).replace(/-$/, "") || "docs";
}
