import { hash } from "node:crypto";
import type { SiteFile } from "../shared/site-file.ts";
import type { Skill } from "../source/read-skills.ts";
import type { Redirect } from "../source/redirects.ts";
import { absoluteUrl } from "../theme/site-address.ts";
import { jsonType, markdownType, textFile } from "./text-file.ts";

const schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const indexPath = ".well-known/agent-skills/index.json";

/** A file for each skill, and an index with the hashes of these files, so that agents notice changes. */
export function skillFiles(skills: Skill[], address: string | undefined): SiteFile[] {
  if (skills.length === 0) return [];
  const entries = skills.map(({ name, description, text }) => ({
    name,
    type: "skill-md",
    description,
    url: absoluteUrl(address, `/${skillPath(name)}`),
    digest: `sha256:${hash("sha256", text)}`,
  }));
  const single = findSingle(skills);
  return [
    ...skills.map(({ name, text }) => textFile(skillPath(name), markdownType, text)),
    textFile(indexPath, jsonType, `${JSON.stringify({ $schema: schema, skills: entries }, undefined, 2)}\n`),
    ...(single === undefined ? [] : [textFile("skill.md", markdownType, single.text)]),
  ];
}

/** If there are several skills and none for the whole site, `/skill.md` redirects to the index. */
export function skillRedirects(skills: Skill[]): Redirect[] {
  if (skills.length === 0 || findSingle(skills) !== undefined) return [];
  return [{ source: "/skill.md", destination: `/${indexPath}`, status: 307 }];
}

function findSingle(skills: Skill[]): Skill | undefined {
  return skills.find((skill) => skill.isRoot) ?? (skills.length === 1 ? skills[0] : undefined);
}

function skillPath(name: string): string {
  return `.well-known/agent-skills/${name}/SKILL.md`;
}
