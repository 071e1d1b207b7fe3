import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { commands } from "../src/cli/commands.ts";
import { settings } from "../src/platform/settings.ts";
import { componentProps } from "../src/site/page/components/registry.ts";
import { parseMarkdown } from "../src/site/page/markdown/parse-markdown.ts";
import { markFormulas } from "../src/site/page/math/mark-formulas.ts";
import type { MarkdownNode } from "../src/site/page/page-tree.ts";
import { defaultSiteLimits } from "../src/site/shared/site-limits.ts";
import { createReport, rootPlace } from "../src/site/source/config/config-report.ts";
import { checkSettings, settingNames } from "../src/site/source/config/site-config.ts";
import { createIgnoreRules } from "../src/site/source/ignore-rules.ts";
import { isJsonObject, type JsonValue } from "../src/site/source/json-value.ts";
import { readNavigation } from "../src/site/source/navigation/read-navigation.ts";
import { splitFrontmatter } from "../src/site/source/split-frontmatter.ts";

const root = join(import.meta.dirname, "..");
const paths = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".mdx"))
  .map((path) => `docs/${path}`);
const pages = [...paths, "README.md"].map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const nodes = pages.flatMap(({ path, text }) => {
  const { body, firstLine } = splitFrontmatter(text);
  const format = path.endsWith(".md") ? "md" : "mdx";
  const tree = parseMarkdown({ file: path, format, body: markFormulas(body), firstLine }, defaultSiteLimits);
  return nodesOf(tree).map((node) => ({ path, node }));
});
const program = await loadProgram();

test("the documentation uses every component, with each of its props", () => {
  const shown = new Set<string>();
  for (const { node } of nodes.filter(({ node }) => node.type.startsWith("mdxJsx"))) {
    const name = node.name ?? "";
    shown.add(name);
    for (const attribute of node.attributes ?? []) shown.add(`${familyOf(name)}: ${attribute.name}`);
  }
  const known = [...componentProps].flatMap(([name, props]) => [
    name,
    ...props.filter((prop) => !shownOnlyAsSource.test(`${name} ${prop}`)).map((prop) => `${familyOf(name)}: ${prop}`),
  ]);
  expect(known.length).toBeGreaterThan(100);
  expect(known.filter((use) => !shown.has(use))).toEqual([]);
});

/** Components with the same props, such as `Note` and `Tip`, are a family: it is enough if one of them shows a prop. */
function familyOf(name: string): string {
  return componentProps.get(name)?.join(" ") ?? name;
}

// Props that need Font Awesome, have no visible effect, or make a video start by itself.
const shownOnlyAsSource =
  /iconType$|^Link (?:target|rel)$|^Video (?:autoPlay|loop|playsInline)$|^ParamField name$|^ResponseField placeholder$/;

test("every sample of docs.json is valid", () => {
  const problems = samples("json").flatMap(({ path, code }) => {
    // References to other files are left out, because samples contain only one file.
    const value = JSON.parse(code, (key, inner) => (key === "$ref" ? undefined : inner)) as JsonValue;
    if (!isJsonObject(value) || !Object.keys(value).every((key) => settingNames.includes(key))) return [];
    const report = createReport(() => ({ file: path, line: undefined }));
    checkSettings(value, rootPlace, report);
    if (value.navigation !== undefined) readNavigation(value.navigation, report);
    return report.problems.map(({ message }) => `${path}: ${message}`);
  });
  expect(problems).toEqual([]);
});

test("every command in a sample exists, and so do its options", () => {
  const lines = samples("sh").flatMap(({ path, code }) =>
    [
      ...code.replaceAll(/\\\n\s*/g, "").matchAll(/^\s*(?:npm run (?:--silent )?lectern --|(?:npx )?lectern) (.*)/gm),
    ].map((match) => ({
      path,
      line: match[1] ?? "",
    })),
  );
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.flatMap(({ path, line }) => faultsOf(line).map((fault) => `${path}: ${fault}`))).toEqual([]);
});

test("the page about the command line names every command, and the documentation names every option", () => {
  const told = pages.map(({ text }) => text).join("\n");
  const reference = readFileSync(join(root, "docs/reference/command-line.mdx"), "utf8");
  const named = [...program].flatMap(([name, command]) => [
    ...(reference.includes(name.split(" ").at(-1) ?? "") ? [] : [name]),
    ...optionsOf(command).filter((option) => !told.includes(option)),
  ]);
  expect(named).toEqual([]);
});

test("every environment variable of Lectern in the documentation is a setting", () => {
  const names = new Set<string>(settings.map(({ name }) => name));
  const told = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bLECTERN_[A-Z][A-Z_]*[A-Z]\b/g)].map(([name]) => ({ path, name })),
  );
  expect(told.filter(({ name }) => !names.has(name) && !namesOfSamples.includes(name))).toEqual([]);
});

/** Variables that only the scripts in samples define. */
const namesOfSamples = ["LECTERN_ADMIN_KEY", "LECTERN_DOMAIN"];

test("every page has a title and a description, and is in the navigation", () => {
  const navigation = readFileSync(join(root, "docs/docs.json"), "utf8");
  const faults = pages
    .filter(({ path }) => path.endsWith(".mdx") && !path.startsWith("docs/snippets/"))
    .filter(
      ({ path, text }) =>
        !/^---\ntitle: .+\n(?:.+\n)*?description: .+\n/.test(text) || !navigation.includes(nameOf(path)),
    );
  expect(faults.map(({ path }) => path)).toEqual([]);
});

test("the site of the documentation doesn't publish the decisions of the code", () => {
  const { ignores } = createIgnoreRules(readFileSync(join(root, "docs/.mintignore"), "utf8"));
  const decisions = readdirSync(join(root, "docs/decisions")).map((name) => `decisions/${name}`);
  expect(decisions.length).toBeGreaterThan(10);
  expect(decisions.filter((path) => !ignores(path))).toEqual([]);
});

/** The page as it is written in the navigation. */
function nameOf(path: string): string {
  return `"${path.slice("docs/".length, -".mdx".length)}"`;
}

function nodesOf(tree: MarkdownNode): MarkdownNode[] {
  return [tree, ...(tree.children ?? []).flatMap(nodesOf)];
}

function samples(language: string): { path: string; code: string }[] {
  return nodes
    .filter(({ node }) => node.type === "code" && node.lang === language)
    .map(({ path, node }) => ({ path, code: node.value ?? "" }));
}

/** All commands by their full names, such as `key create`. */
async function loadProgram(): Promise<Map<string, Command>> {
  const found = new Map<string, Command>();
  for (const [name, [, load]] of Object.entries(commands)) {
    const command = new Command(name);
    (await load())(command, {});
    addCommand(found, name, command);
  }
  return found;
}

function addCommand(found: Map<string, Command>, name: string, command: Command): void {
  found.set(name, command);
  for (const inner of command.commands) addCommand(found, `${name} ${inner.name()}`, inner);
}

function optionsOf(command: Command): string[] {
  return command.options.map((option) => option.long ?? "").filter((name) => name !== "--help");
}

function faultsOf(line: string): string[] {
  const [first = "", second = "", third = ""] = line.split(" ");
  if (first === "--help" || first === "--version") return [];
  const command = program.get(`${first} ${second} ${third}`) ?? program.get(`${first} ${second}`) ?? program.get(first);
  if (command === undefined) return [`there is no command ${first}`];
  const known = [...optionsOf(command), "--help"];
  return [...line.matchAll(/(?<=\s)--[a-z0-9-]+/g)]
    .filter(([option]) => !known.includes(option))
    .map(([option]) => `${first} has no option ${option}`);
}
