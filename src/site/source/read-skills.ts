import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BuildProblem } from "../shared/build-problem.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import type { Frontmatter } from "./frontmatter.ts";
import type { ProjectFile } from "./list-files.ts";
import { readFrontmatter } from "./read-frontmatter.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

/** Instructions for agents that use the product, as specified by agentskills.io. */
export interface Skill {
  name: string;
  description: string;
  text: string;
  /** Whether the skill is at the root of the project and applies to all of it. */
  isRoot: boolean;
}

export interface WrittenSkill extends Skill {
  /** Says who may read the skill. */
  frontmatter: Frontmatter;
}

const rootSkillPath = "skill.md";
const skillPath = /^\.mintlify\/skills\/([^/]+)\/SKILL\.md$/;
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const nameMaxLength = 64;
const descriptionMaxLength = 1_024;
const skillsMax = 100;

/** Skills in path order. A skill that agents can't use is left out with a warning. */
export function readSkills(
  folder: string,
  files: readonly ProjectFile[],
  limits: SiteLimits,
  problems: BuildProblem[],
): WrittenSkill[] {
  const skills = new Map<string, WrittenSkill>();
  for (const { path, size } of files) {
    const [, directory] = skillPath.exec(path) ?? [];
    const isRoot = path === rootSkillPath;
    if (!isRoot && directory === undefined) continue;
    const skill =
      size > limits.pageBytesMax ? undefined : readSkill(join(folder, path), path, directory ?? "docs", limits);
    const fault = skill === undefined ? `is larger than ${limits.pageBytesMax} bytes` : faultOf(skill, skills);
    if (skill === undefined || fault !== undefined) {
      const hint = "start the file with a lowercase name and a description between two --- lines";
      problems.push(new BuildProblem(`${fault}, so agents do not see it`, { severity: "warning", file: path, hint }));
    } else skills.set(skill.name, { ...skill, isRoot });
  }
  return [...skills.values()];
}

function readSkill(
  location: string,
  path: string,
  directory: string,
  limits: SiteLimits,
): Omit<WrittenSkill, "isRoot"> {
  const text = readFileSync(location, "utf8");
  const { frontmatter } = readFrontmatter(splitFrontmatter(text).yaml, path, limits.frontmatterBytesMax);
  const { name } = frontmatter.ownKeys;
  const description = (frontmatter.description ?? "").slice(0, descriptionMaxLength);
  return { name: typeof name === "string" ? name : directory, description, text, frontmatter };
}

function faultOf(
  { name, description }: Pick<Skill, "name" | "description">,
  known: ReadonlyMap<string, Skill>,
): string | undefined {
  if (!namePattern.test(name) || name.length > nameMaxLength)
    return `has the invalid name "${name.slice(0, nameMaxLength)}"`;
  if (description === "") return "has no description";
  if (known.has(name)) return `has the same name as another skill, "${name}"`;
  return known.size >= skillsMax ? `exceeds the limit of ${skillsMax} skills` : undefined;
}
