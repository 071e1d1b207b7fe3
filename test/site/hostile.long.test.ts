import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { BuildFailure, describeProblem } from "../../src/site/shared/build-problem.ts";
import type { SiteLimits } from "../../src/site/shared/site-limits.ts";
import { slow } from "../support/slow.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

vi.setConfig(slow);

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

/** Long enough for two of the pages below, which reach their time limit. */
const shorter = { pageSecondsMax: 2 };

function build(folder: string, limits: Partial<SiteLimits> = shorter) {
  const signal = new AbortController().signal;
  return buildSite({ pool }, { folder, cacheFolder: temporaryFolder(), signal, onLine: () => undefined, limits });
}

async function failureOf(building: Promise<unknown>): Promise<string> {
  const error = await building.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BuildFailure);
  return error instanceof BuildFailure ? error.message : "";
}

const deep = 50_000;
const hostilePages: Record<string, string> = {
  "nested quotes": `${">".repeat(deep)} a`,
  "nested lists": Array.from({ length: 1_000 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n"),
  "nested elements": `${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`,
  "nested components": `${"<Card>\n".repeat(2_000)}${"</Card>\n".repeat(2_000)}`,
  "nested brackets": "[".repeat(deep),
  "nested emphasis": "*a_".repeat(30_000),
  "nested braces": `${"{".repeat(20_000)}${"}".repeat(20_000)}`,
  "a nested expression": `{${"(".repeat(20_000)}1${")".repeat(20_000)}}`,
  "a nested prop": `<Card title={${"[".repeat(20_000)}${"]".repeat(20_000)}} />`,
  "a nested constant": `export const a = ${"[".repeat(20_000)}${"]".repeat(20_000)}\n\n{a}`,
  "a long code block": `\`\`\`python\n${"x = [1, 2, 3]  # text\n".repeat(20_000)}\`\`\``,
  "a long line of code": `\`\`\`js\n${"a(".repeat(20_000)}\n\`\`\``,
  "thousands of formulas": "$a^{b}$ ".repeat(50_000),
  "thousands of formulas in double dollars": "$$a$$ ".repeat(50_000),
  "a nested formula": `$$\n${"\\sqrt{".repeat(1_000)}x${"}".repeat(1_000)}\n$$`,
  "a macro that grows": "$$\n\\def\\a{\\a\\a}\\a\n$$",
  "thousands of unclosed dollars": "$a ".repeat(50_000),
  "a dense diagram": `\`\`\`mermaid\nflowchart LR\n${"A & ".repeat(3_000)}B --> ${"C & ".repeat(3_000)}D\n\`\`\``,
  "thousands of diagrams": "```mermaid\nsequenceDiagram\nA->>B: x\n```\n\n".repeat(2_000),
  "a nested tree": `<Tree>\n${Array.from({ length: 100 }, (_, depth) => `${"  ".repeat(depth)}- a/`).join("\n")}\n</Tree>`,
  "many unknown icons": Array.from({ length: 5_000 }, (_, index) => `<Icon icon="no-such-${index}" />`).join("\n\n"),
  "thousands of tags": `<Update label="x" tags={[${'"a",'.repeat(20_000)}]}>x</Update>`,
  "an unclosed tag": "<Card>\n\ntext",
  "a component that uses itself": "export const A = () => <div><A /></div>\n\n<A />",
  "components that use each other twice":
    "export const A = ({ n }) => <i><B n={n - 1} /><B n={n - 1} /></i>\nexport const B = ({ n }) => <i><A n={n} /></i>\n\n<A n={90} />",
  "a list that doubles": `${Array.from({ length: 60 }, (_, at) => `export const a${at + 1} = [...a${at}, ...a${at}]`).join("\n")}\nexport const a0 = [1]\n\n{a60.length}`,
  "lists in lists as a prop": `${Array.from({ length: 60 }, (_, at) => `export const a${at + 1} = [a${at}, a${at}]`).join("\n")}\nexport const a0 = [1]\n\n<Card title={a60} /> <div style={a60} />`,
  "two thousand constants that wrap each other": `export const a0 = 1\n${Array.from({ length: 2_000 }, (_, at) => `export const a${at + 1} = [a${at}]`).join("\n")}\n\n${Array.from({ length: 2_000 }, (_, at) => `{a${at}}`).join(" ")} <Card title={a2000} />`,
  "a text that doubles": `${Array.from({ length: 60 }, (_, at) => `export const a${at + 1} = a${at} + a${at}`).join("\n")}\nexport const a0 = "x"\n\n{a60}`,
  "children that a component multiplies": `export const A = ({ children }) => <>{children}{children}{children}</>\n\n${"<A>".repeat(60)}x **y**${"</A>".repeat(60)}`,
  "a long attribute that a component multiplies": `export const A = ({ children }) => <>{children}{children}{children}</>\n\n${"<A>".repeat(40)}<b title="${"x".repeat(100_000)}">y</b>${"</A>".repeat(40)}`,
  "many uses of a large component": `export const A = () => <div>${"<p>text</p>".repeat(2_000)}</div>\n\n${"<A />\n\n".repeat(2_000)}`,
  "files that import each other":
    'import { a } from "/snippets/ring-0.mdx"\nimport Ring from "/snippets/ring-0.mdx"\n\n{a}\n\n<Ring />',
  "a long chain of exports": 'import { a } from "/snippets/chain-0.mdx"\n\n{a}',
  "JavaScript of ten thousand brackets": `export const a = ${"[".repeat(10_000)}${"]".repeat(10_000)}\nexport const B = () => ${"<b>".repeat(10_000)}${"</b>".repeat(10_000)}\n\n<B /> {a}`,
  "attributes that name the prototype":
    'export const A = ({ constructor: a, ...rest }) => <b {...rest}>{a}</b>\n\n<A __proto__="x" {...{ ["__proto__"]: { polluted: 1 } }} /> {({}).constructor.constructor("return 1")()}',
  "many headings with one name": "## Heading\n\n".repeat(8_000),
  "many links that lead nowhere": Array.from({ length: 8_000 }, (_, at) => `[a](/gone-${at})`).join(" "),
  "a table of one long row": `|${"a|".repeat(5_000)}\n|${"-|".repeat(5_000)}`,
  "thousands of variables": `${"{{a}} ".repeat(20_000)}${"{{".repeat(2_000)}`,
  "a snippet that includes itself": '<Snippet file="loop.mdx" />',
  "snippets that multiply": '<Snippet file="many-0.mdx" />',
};

/** The snippets of the hostile pages, by name prefix. */
const hostileSnippets: Record<string, Record<string, string>> = {
  loop: { "snippets/loop.mdx": '<Snippet file="loop.mdx" />' },
  ring: {
    "snippets/ring-0.mdx":
      'import { b } from "./ring-1.mdx"\nimport Ring from "./ring-1.mdx"\nexport const a = b\n\n<Ring />',
    "snippets/ring-1.mdx":
      'import { a } from "./ring-0.mdx"\nimport Ring from "./ring-0.mdx"\nexport const b = a\n\n<Ring />',
  },
  chain: Object.fromEntries(
    Array.from({ length: 800 }, (_, at) => [
      `snippets/chain-${at}.mdx`,
      at === 799 ? "export const a = 1" : `export { a } from "./chain-${at + 1}.mdx"`,
    ]),
  ),
  many: Object.fromEntries(
    Array.from({ length: 8 }, (_, depth) => [
      `snippets/many-${depth}.mdx`,
      depth === 7 ? "word ".repeat(100) : `<Snippet file="many-${depth + 1}.mdx" />\n\n`.repeat(12),
    ]),
  ),
};

function snippetsOf(body: string): Record<string, string> {
  const [, name = ""] = /(?:file="|\/snippets\/)(loop|ring|chain|many)/.exec(body) ?? [];
  return hostileSnippets[name] ?? {};
}

describe("a hostile page only affects itself", () => {
  for (const [name, body] of Object.entries(hostilePages)) {
    test(`a hostile page with ${name} only affects itself`, async () => {
      const folder = temporaryProject({ "index.mdx": "Still here.", "hostile.mdx": body, ...snippetsOf(body) });
      const site = await build(folder);
      const index = site.files.find((file) => file.path === "index.html");
      const hostile = site.files.find((file) => file.path === "hostile.html");
      expect((await index?.load())?.bytes.toString()).toContain("Still here.");
      expect(hostile).toBeDefined();
      expect(site.pages.find((page) => page.file === "index.mdx")?.hasFailed).toBe(false);
    });
  }
});

test("a table with a hundred thousand cells is rendered", async () => {
  const rows = "| 1 | 2 | 3 | 4 | 5 |\n".repeat(20_000);
  const table = `| a | b | c | d | e |\n|---|---|---|---|---|\n${rows}`;
  const site = await build(temporaryProject({ "index.mdx": table }), {});
  expect(site.problems.map(describeProblem)).toEqual([]);
});

test("a .md page with deeply nested HTML is rejected", async () => {
  const site = await build(temporaryProject({ "index.md": `${"<div>".repeat(20_000)}\n\ntext` }));
  expect(site.problems.map(describeProblem).join()).toContain("nested too deep");
});

const times = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, at) => make(at));

/** A project with malicious settings, ignore rules, names, titles, images and styles. */
function hostileProject(): Record<string, string> {
  const settings = {
    theme: "mint",
    name: "Example",
    colors: { primary: "#16A34A" },
    navigation: { pages: ["index", "../up", "a/../b", "%2e%2e/x", "x\u0000y", "control", "turned", "UPPER", "upper"] },
    variables: {
      ...Object.fromEntries(times(30, (at) => `v${at}`).map((name, at) => [name, `{{v${at + 1}}} {{v${at + 1}}}`])),
    },
    redirects: [
      ...times(600, (at) => `/p${at}/:a/:b/:c/:d/*`).map((source) => ({ source, destination: "/upper/*" })),
      ...times(30, String).map((at) => ({ source: `/hop/${at}`, destination: `/hop/${Number(at) + 1}` })),
    ],
    ["k".repeat(500_000)]: 1,
  };
  return {
    "docs.json": JSON.stringify(settings),
    ".mintignore": [
      ...times(200, () => `${"a*".repeat(40)}b`),
      ...times(200, () => `${"**/a/".repeat(30)}b`),
      "[",
      "\\",
    ].join("\n"),
    "index.mdx": "Still here.",
    "control.mdx": '---\ntitle: "a\\u0000b\\u0007c\\u001b[31m"\nrss: true\n---\n\n<Update label="v1">x</Update>',
    "turned.mdx": '---\ntitle: "\\u202Eturned <b>round</b>"\n---\n\n{{v0}}',
    [`${"a".repeat(120)}.mdx`]: "Long name.",
    [`${"a/".repeat(20)}c.mdx`]: "Deep name.",
    "%2e%2e.mdx": "Dots.",
    "new\nline.mdx": "Broken name. [x](/gone)",
    "UPPER.mdx": "Upper.",
    "upper.mdx": "Lower.",
    "doubling.svg": `<svg xmlns="http://www.w3.org/2000/svg"><g id="a0"/>${times(40, (at) => `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`).join("")}</svg>`,
    "deep.svg": `<svg xmlns="http://www.w3.org/2000/svg">${"<g>".repeat(20_000)}</svg>`,
    "entities.svg":
      '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
    "deep.css": `${"a{".repeat(20_000)} ${"@media (a) and ".repeat(2_000)} a{--x:${"var(--y,".repeat(2_000)}`,
    "icons.mdx": ["../../etc/passwd", "__proto__", "%2e%2e%2f", "x".repeat(50_000)]
      .map((name) => `<Icon icon="${name}" />`)
      .join(" "),
  };
}

test("malicious settings, names, titles, ignore rules, images and styles don't break a build", async () => {
  const addresses = { own: "https://docs.example.org", main: "https://docs.example.org" };
  const folder = temporaryProject(hostileProject());
  const signal = new AbortController().signal;
  const request = { folder, cacheFolder: temporaryFolder(), signal, onLine: () => undefined, addresses };
  const site = await buildSite({ pool }, request);
  expect(site.pages.filter((page) => page.hasFailed).map((page) => page.file)).toEqual([]);
  const textOf = async (path: string) =>
    (await site.files.find((file) => file.path === path)?.load())?.bytes.toString();
  expect(await textOf("index.html")).toContain("Still here.");
  // A feed or sitemap with one such character is rejected as a whole.
  for (const path of ["control/rss.xml", "sitemap.xml"]) expect(await textOf(path)).not.toMatch(/[^\P{Cc}\n]/u);
  expect(site.files.filter(({ path }) => /(?:^|\/)\.{1,2}\//.test(path))).toEqual([]);
  const problems = site.problems.map(describeProblem);
  expect(problems.filter((problem) => problem.length > 2_000 || /\p{Cc}/u.test(problem))).toEqual([]);
  expect(problems.join("\n")).toContain('redirects "/hop/0" through more than 10 other rules, so the rule is left out');
  expect(problems.join("\n")).toContain("has more than 500 rules with patterns; 100 are left out");
  for (const { path, byteLength } of site.files) expect(byteLength, path).toBeLessThan(1_000_000);
});

test("a page whose grammar never ends is published without syntax highlighting", async () => {
  const patterns = Array.from({ length: 200 }, (_, index) => ({ match: `(a+)+[^a]z{${index + 1}}` }));
  const folder = temporaryProject({
    "docs.json": JSON.stringify({
      theme: "mint",
      name: "Example",
      colors: { primary: "#16A34A" },
      styling: { codeblocks: { languages: { custom: ["slow.json"] } } },
      navigation: { pages: ["index"] },
    }),
    "index.mdx": `\`\`\`slow\n${"a".repeat(3_000)}b\n\`\`\``,
    "slow.json": JSON.stringify({ scopeName: "source.slow", patterns }),
  });
  const request = { folder, cacheFolder: temporaryFolder(), signal: new AbortController().signal };
  const buildSlow = () => buildSite({ pool }, { ...request, onLine: () => undefined, limits: { pageSecondsMax: 2 } });
  const site = await buildSlow();
  expect(site.counts.failed).toBe(0);
  expect(site.pages[0]?.analysis.length).toBeGreaterThan(0);
  const again = await buildSlow();
  expect(again.summary).toBe("0 pages rendered, 1 reused");
  expect(again.problems.map(describeProblem)).toEqual(site.problems.map(describeProblem));
  expect(site.problems.map(describeProblem)).toEqual([
    "index.mdx: did not finish rendering with the project's code grammars, so its code is highlighted without them (look at styling.codeblocks.languages.custom in docs.json)",
  ]);
});

test("a page with exponential YAML aliases is published without its frontmatter", async () => {
  const bomb = Array.from({ length: 9 }, (_, level) => {
    return level === 0
      ? "a0: &a0 [x, x, x, x, x, x, x, x, x]"
      : `a${level}: &a${level} [${Array(9).fill(`*a${level - 1}`)}]`;
  });
  const site = await build(temporaryProject({ "index.mdx": `---\n${bomb.join("\n")}\n---\n\nText` }));
  expect(site.problems.map(describeProblem).join()).toContain("the frontmatter uses YAML aliases");
});

test("a page whose YAML is nested too deeply is published without its frontmatter", async () => {
  const site = await build(temporaryProject({ "index.mdx": `---\na: ${"[".repeat(20_000)}\n---\n\nText` }));
  expect(site.pages[0]?.hasFailed).toBe(false);
  expect(site.problems.length).toBeGreaterThan(0);
});

test("an invalid docs.json is rejected with the line of the error", async () => {
  const message = await failureOf(build(temporaryProject({ "docs.json": '{\n  "name": "x",\n}\n' })));
  expect(message).toContain("docs.json:3:1: is not valid JSON");
  expect(message).toContain("look for a missing comma or quote");
});

test("a docs.json that is nested too deeply is rejected", async () => {
  const message = await failureOf(
    build(temporaryProject({ "docs.json": `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}` })),
  );
  expect(message).toContain("docs.json: is nested more than 60 levels deep");
});

test("exponential references in docs.json are rejected", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, level) => [
      level === 0 ? "docs.json" : `n${level}.json`,
      JSON.stringify(level === 9 ? ["x"] : { a: Array(10).fill({ $ref: `./n${level + 1}.json` }) }),
    ]),
  );
  expect(await failureOf(build(temporaryProject(files)))).toContain("values including its references");
});

test("a docs.json that is too large is rejected before it is read", async () => {
  const folder = temporaryProject({ "index.mdx": "Text" });
  truncateSync(join(folder, "docs.json"), 100 * 1024 * 1024);
  expect(await failureOf(build(folder))).toContain("docs.json: is larger than");
});

test("a file of 100 MB is left out with an error and never read", async () => {
  const folder = temporaryProject({ "index.mdx": "Text" });
  for (const name of ["big.png", "big.mdx"]) {
    writeFileSync(join(folder, name), "");
    truncateSync(join(folder, name), 100 * 1024 * 1024);
  }
  const site = await build(folder);
  expect(site.files.map((file) => file.path)).not.toContain("big.png");
  const errors = site.problems.filter((problem) => problem.severity === "error").map((problem) => problem.file);
  expect(errors.toSorted()).toEqual(["big.mdx", "big.png"]);
});

test("a symbolic link is reported and never followed", async () => {
  const folder = temporaryProject({ "index.mdx": "Text" });
  symlinkSync("/etc/passwd", join(folder, "secret.mdx"));
  symlinkSync(folder, join(folder, "round"));
  const site = await build(folder);
  expect(site.pages.map((page) => page.file)).toEqual(["index.mdx"]);
  expect(site.problems.map(describeProblem).toSorted()).toEqual([
    "round: is a symbolic link, which is not followed (replace it with the file itself)",
    "secret.mdx: is a symbolic link, which is not followed (replace it with the file itself)",
  ]);
});

test("limits on files, pages, bytes and folders are enforced while the project is read", async () => {
  const folder = temporaryProject({ "index.mdx": "Text", "a/b/c/d.mdx": "Text" });
  expect(await failureOf(build(folder, { filesMax: 1 }))).toContain("more than 1 files");
  expect(await failureOf(build(folder, { pagesMax: 1 }))).toBe(
    "the project has 2 Markdown files, but a site may have at most 1: 1 in a/, 1 in the root (exclude folders that are not part of the site in .mintignore, or publish old versions as separate projects)",
  );
  expect(await failureOf(build(folder, { projectBytesMax: 1 }))).toContain("larger than 1 bytes");
  expect(await failureOf(build(folder, { folderDepthMax: 2 }))).toContain("more than 2 levels deep");
  expect(await failureOf(build(folder, { siteBytesMax: 10 }))).toContain("the finished site is larger than 10 bytes");
});

test("an aborted build ends immediately with the reason", async () => {
  const controller = new AbortController();
  controller.abort(new Error("canceled by the team"));
  const request = {
    folder: temporaryProject({ "index.mdx": "Text" }),
    cacheFolder: temporaryFolder(),
    onLine: () => undefined,
  };
  await expect(buildSite({ pool }, { ...request, signal: controller.signal })).rejects.toThrow("canceled by the team");
});
