import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { BuildProblem } from "../shared/build-problem.ts";
import { readFrontmatter } from "./read-frontmatter.ts";
import type { Skill } from "./read-skills.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

/** The owners' instructions for one kind of question. A model loads them when it needs them. */
export type AssistantSkill = Omit<Skill, "isRoot">;

/** The owners' instructions for the assistant. */
export interface AssistantGuidance {
  /** Text for the model, such as a persona, rules, and topics to decline. */
  instructions?: string | undefined;
  skills?: readonly AssistantSkill[];
  /** How to treat a model's answer that cites no page. By default it is marked. */
  uncited?: "mark" | "refuse" | undefined;
}

interface AssistantFiles extends Pick<AssistantGuidance, "instructions"> {
  skills: readonly AssistantSkill[];
  problems: BuildProblem[];
}

const instructionPlaces = [".lectern/assistant.md", ".mintlify/Assistant.md", ".mintlify/ASSISTANT.md"];
const skillPlaces = [".lectern/assistant/skills", ".mintlify/assistant/skills"];
const skillNames = ["skill.md", "skill.mdx", "SKILL.md"];
const instructionsCharactersMax = 8_000;
const fileBytesMax = 64_000;
const skillsMax = 20;
const skillCharactersMax = 24_000;
const descriptionCharactersMax = 300;
const namePattern = /^[a-z0-9-]{1,64}$/;

/** Reads a project's files for the assistant. They are never served. */
export async function readAssistantFiles(folder: string): Promise<AssistantFiles> {
  const problems: BuildProblem[] = [];
  const [found] = await readFirst(folder, instructionPlaces, problems);
  const instructions = found && cut(found, instructionsCharactersMax, problems);
  const skills: AssistantSkill[] = [];
  for (const place of skillPlaces) {
    const names = (await isInside(folder, place)) ? await readdir(join(folder, place)) : [];
    for (const name of names.sort()) {
      const skill = await readSkill(folder, place, name, problems);
      if (skill !== undefined && skills.length < skillsMax) skills.push(skill);
      else if (skill !== undefined)
        warn(
          problems,
          `${place}/${name}`,
          `is ignored by the assistant: a project may have at most ${skillsMax} skills`,
        );
    }
  }
  return { instructions, skills, problems };
}

async function readSkill(
  folder: string,
  place: string,
  name: string,
  problems: BuildProblem[],
): Promise<AssistantSkill | undefined> {
  const [found] = await readFirst(
    folder,
    skillNames.map((file) => `${place}/${name}/${file}`),
    problems,
  );
  if (found === undefined) return undefined;
  const { yaml, body } = splitFrontmatter(found.text);
  const { frontmatter } = readFrontmatter(yaml, found.file, fileBytesMax);
  const description = frontmatter.description?.trim().slice(0, descriptionCharactersMax) ?? "";
  if (!namePattern.test(name) || description === "") {
    const hint =
      "name its folder in lowercase letters, digits and hyphens, and give the file a description in its frontmatter";
    warn(problems, found.file, "has no valid name or no description, so the assistant doesn't see it", hint);
    return undefined;
  }
  return { name, description, text: cut({ file: found.file, text: body }, skillCharactersMax, problems) };
}

interface Found {
  file: string;
  text: string;
}

/** The first of these files that exists. */
async function readFirst(folder: string, files: readonly string[], problems: BuildProblem[]): Promise<Found[]> {
  for (const file of files) {
    const stats = (await isInside(folder, file)) ? await lstat(join(folder, file)) : undefined;
    if (!stats?.isFile()) continue;
    if (stats.size <= fileBytesMax) return [{ file, text: await readFile(join(folder, file), "utf8") }];
    warn(problems, file, `is larger than ${fileBytesMax} bytes, so the assistant doesn't see it`);
  }
  return [];
}

/** Whether the path exists and isn't a link that leads out of the project. */
async function isInside(folder: string, path: string): Promise<boolean> {
  const [root, place] = await Promise.all([realpath(folder), realpath(join(folder, path)).catch(() => undefined)]);
  return place?.startsWith(root + sep) ?? false;
}

function cut({ file, text }: Found, charactersMax: number, problems: BuildProblem[]): string {
  const trimmed = text.trim();
  if (trimmed.length > charactersMax) warn(problems, file, `is cut off after ${charactersMax} characters`);
  return trimmed.slice(0, charactersMax);
}

function warn(problems: BuildProblem[], file: string, message: string, hint?: string): void {
  problems.push(new BuildProblem(message, { severity: "warning", file, ...(hint === undefined ? {} : { hint }) }));
}
