import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { type Node, parse } from "acorn";
import { expect, test } from "vitest";
import { componentProps } from "../../src/site/page/components/registry.ts";
import { parseMarkdown } from "../../src/site/page/markdown/parse-markdown.ts";
import { markFormulas } from "../../src/site/page/math/mark-formulas.ts";
import type { MarkdownNode } from "../../src/site/page/page-tree.ts";
import { defaultSiteLimits } from "../../src/site/shared/site-limits.ts";
import { contentKeys, divisionSorts } from "../../src/site/source/navigation/read-divisions.ts";
import { splitFrontmatter } from "../../src/site/source/split-frontmatter.ts";

const root = join(import.meta.dirname, "../..");
const scenarios = join(import.meta.dirname, "scenarios");
const files = readdirSync(scenarios, { recursive: true, encoding: "utf8" });
const textOf = (path: string) => readFileSync(join(scenarios, path), "utf8");

test("every prop of every component is used in a scenario", () => {
  const used = collectProps(scenarios);
  const missing = [...componentProps].flatMap(([name, props]) =>
    used.has(name) ? props.filter((prop) => !used.get(name)?.has(prop)).map((prop) => `${name} ${prop}`) : [name],
  );
  expect(missing).toEqual([]);
});

test("every component is in the gallery for the browser tests", () => {
  const used = collectProps(join(import.meta.dirname, "gallery"));
  expect([...componentProps.keys()].filter((name) => !used.has(name))).toEqual([]);
});

test("every kind of division is in a scenario at the root, inside another kind, and as a global link", () => {
  const seen = new Set<string>();
  for (const path of files.filter((file) => /project\/(?:docs|nav[\w-]*)\.json$/.test(file))) {
    collectDivisions(readJson(path), "", seen);
  }
  const lists = contentKeys.filter((list) => list !== "menu");
  expect(lists.filter((list) => !seen.has(`navigation ${list}`))).toEqual([]);
  expect(lists.filter((list) => !divisionSorts.some((sort) => seen.has(`${sort.list} ${list}`)))).toEqual([]);
  expect(["tabs menu", "products menu", "menu href", "menu pages"].filter((pair) => !seen.has(pair))).toEqual([]);
  const kinds = lists.filter((list) => list !== "groups" && list !== "pages");
  expect(kinds.filter((list) => !seen.has(`global ${list}`))).toEqual([]);
});

const sentenceFolders = ["src/site/source/config", "src/site/source/navigation", "src/site/source/read-redirects.ts"];

test("every message about docs.json is expected by a scenario", () => {
  const said = expectedProblems();
  const sentences = sentenceFolders.flatMap(sourcesOf).flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(60);
  expect(sentences.filter(({ pattern }) => !pattern.test(said)).map(({ sentence }) => sentence)).toEqual(
    // This message needs thousands of rules; test/site/hostile.long.test.ts covers it.
    ["has more than … rules with patterns; … are left out", "through more than … other rules"],
  );
});

test("every message in the documentation exists in the code", () => {
  const page = readFileSync(join(root, "docs/write/build-errors.mdx"), "utf8");
  // Messages of the parser and about repositories come from elsewhere.
  const quoted = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, message = ""]) => message);
  const messages = quoted.filter((message) => !/repository did not/.test(message));
  expect(messages.length).toBeGreaterThan(25);
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /^(?:git|site|updates)\/.*(?<!\.test)\.ts$/.test(path))
    .map((path) => readFileSync(join(root, "src", path), "utf8"))
    .join("\n");
  // Some messages are assembled from parts, but scenarios contain them in full.
  const said = `${sources}\n${expectedProblems()}`;
  expect(messages.filter((message) => !said.includes(longestPart(message)))).toEqual([]);
});

/** The problems that the scenarios expect, one per line. */
function expectedProblems(): string {
  return files
    .filter((file) => file.endsWith("expected.json"))
    .flatMap((file) => {
      const { problems = [], failure = [] } = JSON.parse(textOf(file)) as Record<string, string[]>;
      return [...problems, ...failure];
    })
    .join("\n");
}

/** Values, names and numbers are placeholders; the text between them must match. */
function longestPart(message: string): string {
  const parts = message.split(/…|"[^"]*"|<\w+>|\{\{?|\}\}?|\d+|docs\.json: /).map((part) => part.trim());
  return parts.toSorted((one, other) => other.length - one.length)[0] ?? "";
}

/** The components of all pages in a folder, with the props used anywhere. */
function collectProps(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".mdx")) addProps(readFileSync(join(folder, path), "utf8"), path, used);
  }
  return used;
}

function addProps(text: string, path: string, used: Map<string, Set<string>>): void {
  const { body, firstLine } = splitFrontmatter(text);
  let tree: MarkdownNode;
  try {
    tree = parseMarkdown({ file: path, format: "mdx", body: markFormulas(body), firstLine }, defaultSiteLimits);
  } catch {
    // Some scenarios have pages that don't parse.
    return;
  }
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type.startsWith("mdxJsx")) {
      const props = used.get(node.name ?? "") ?? new Set();
      used.set(node.name ?? "", props);
      for (const { name } of node.attributes ?? []) if (name !== undefined) props.add(name);
    }
    waiting.push(...(node.children ?? []));
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(textOf(path));
  } catch {
    return undefined;
  }
}

/** `tabs groups`: a list of groups inside an element of a list of tabs. */
function collectDivisions(value: unknown, list: string, seen: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectDivisions(item, list, seen);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (contentKeys.includes(key) || key === "href") seen.add(`${list} ${key}`);
      collectDivisions(inner, key, seen);
    }
  }
}

function sourcesOf(path: string): string[] {
  if (path.endsWith(".ts")) return [path];
  return readdirSync(join(root, path))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => `${path}/${file}`);
}

interface Sentence {
  sentence: string;
  pattern: RegExp;
}

/** String literals of several words in a file, with placeholders for interpolations. */
function sentencesOf(path: string): Sentence[] {
  const code = stripTypeScriptTypes(readFileSync(join(root, path), "utf8"));
  const found: Sentence[] = [];
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }), (chunks) => {
    const isSentence =
      (chunks.join(" ").match(/\p{L}{2,}/gu) ?? []).length >= 3 && /\p{L} \p{L}/u.test(chunks.join("x"));
    if (!isSentence || isListOfWords(chunks)) return;
    const pattern = chunks.map((chunk) => chunk.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^\\n]*");
    found.push({ sentence: chunks.join("…"), pattern: new RegExp(pattern) });
  });
  return found;
}

/** Whether the text is a list of language codes, which have no long words. */
const isListOfWords = (chunks: string[]) => !/\p{L}{5}/u.test(chunks.join(""));

interface TextNode extends Node {
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}

function visit(node: unknown, onText: (chunks: string[]) => void): void {
  if (typeof node !== "object" || node === null) return;
  const { type, value, quasis } = node as TextNode;
  if (type === "ImportDeclaration") return;
  if (type === "Literal" && typeof value === "string") onText([value]);
  if (type === "TemplateLiteral") onText((quasis ?? []).map((part) => part.value.cooked));
  for (const inner of Object.values(node)) visit(inner, onText);
}
