import { afterAll, beforeAll, expect, test } from "vitest";
import { join, type Person } from "../dashboard/people.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { textProcesses } from "../support/text-processes.ts";
import { bodyOf, createDraftOf, createEditedProject, upload } from "./editor-files.ts";
import { measureServer } from "./measure-server.ts";

const keys = (count: number) => Array.from({ length: count }, (_, at) => `key${at}: "a\\"b"`).join("\n");
const entries = Array.from({ length: 5_000 }, (_, at) => `guides/part-${at}`);
const settings = { name: "Plants", theme: "mint", colors: { primary: "#16A34A" }, description: "a ".repeat(350_000) };
const files = {
  "docs.json": JSON.stringify({ ...settings, navigation: { pages: ["a", ...entries] } }, null, 2),
  "leaf.mdx": "# Leaf\n",
  "a.mdx": "---\ntitle: A\n---\n",
  "thousands.mdx": `---\n${keys(10_000)}\n---\n`,
  "more.mdx": `---\n${keys(60_000).slice(0, 900_000)}\n---\n`,
  "links.mdx": "[a](/a) ".repeat(124_000),
  "lines.mdx": "a\n".repeat(499_000),
  "spans.mdx": "a`".repeat(499_000),
  "comments.mdx": "{/* ".repeat(249_000),
  "braces.mdx": `a ${"{".repeat(900_000)}`,
};

let lectern: Installation;
let ada: Person;
let params: { projectId: string; draftId: string };

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  ada = await join(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
  const small = await createEditedProject(lectern, "small", { ...files, ...{ "docs.json": JSON.stringify(settings) } });
  const { project } = await createEditedProject(lectern, "hostile", files);
  // The first requests load and compile code, which isn't what is measured here.
  params = await createDraftOf(ada, small.project.id);
  const text = { path: "a.mdx", key: "icon", value: "leaf" };
  await ada.call("changeFrontmatter", { params, body: text });
  await ada.call("readTree", { params });
  await upload(lectern, ada, params, { name: "a.svg" }, Buffer.from("<svg></svg>"));
  params = await createDraftOf(ada, project.id);
});
afterAll(() => lectern?.stop());

const redirects = entries.slice(0, 1_500).map((source) => ({ source: `/${source}/old`, destination: "/a" }));

test.each([
  ["readTree", {}, 200],
  ["readNavigation", {}, 200],
  ["readSettings", {}, 200],
  ["readEditorFacts", {}, 200],
  ["changeFrontmatter", { body: { path: "thousands.mdx", key: "icon", value: "b" } }, 413],
  ["changeFrontmatter", { body: { path: "more.mdx", key: "icon", value: "b" } }, 413],
  ["duplicatePage", { body: { path: "thousands.mdx" } }, 413],
  ["changeNavigation", { body: { revision: "", edit: { kind: "remove", address: "/navigation/pages/4999" } } }, 200],
  ["changeSettings", { body: { revision: "", path: ["redirects"], value: redirects } }, 200],
  ["createPage", { body: { title: "New", parent: "/navigation" } }, 201],
  ["searchDraft", { body: { text: "a" } }, 200],
  ["replaceInDraft", { body: { text: "title: A", replacement: "title: B", inKeys: true } }, 200],
  ["readAnchors", { query: "?path=comments.mdx" }, 200],
  ["planPageMove", { query: "?from=a.mdx&to=b.mdx" }, 413],
  ["planPageRemoval", { query: "?path=a.mdx" }, 413],
  ["planPageMove", { query: "?from=leaf.mdx&to=b.mdx" }, 200],
  ["planPageRemoval", { query: "?path=leaf.mdx" }, 200],
] as const)("%s works or is refused, and the server does little itself (%#)", async (operation, input, status) => {
  const body: Record<string, unknown> = "body" in input ? { ...input.body } : {};
  const prepare = async () => {
    if ("revision" in body) body.revision = bodyOf(await ada.call("readSettings", { params })).revision;
  };
  const send = () => ada.call(operation, { params, ...input, ...("body" in input && { body }) });
  const reply = await measureServer(send, prepare);
  expect([reply.status, status === 413 ? bodyOf(reply).error : ""]).toEqual([
    status,
    status === 413 ? expect.stringMatching(/too much time|larger than/) : "",
  ]);
});

test("pages that there is no time to read are reported when a page is moved or removed", async () => {
  // Each page takes a fraction of the time that there is, and all of them take a multiple, on slow and fast machines.
  const linked = Array.from({ length: 160 }, (_, at) => [`linked-${at}.mdx`, `[leaf](/leaf) ${"{a} ".repeat(4_000)}`]);
  const small = JSON.stringify({ ...settings, description: "", navigation: { pages: ["leaf"] } });
  const texts = { "docs.json": small, "leaf.mdx": "# Leaf\n", ...Object.fromEntries(linked) };
  const { project } = await createEditedProject(lectern, "linked", texts);
  const draft = await createDraftOf(ada, project.id);
  for (const reply of [
    await ada.call("planPageMove", { params: draft, query: "?from=leaf.mdx&to=b.mdx" }),
    await ada.call("planPageRemoval", { params: draft, query: "?path=leaf.mdx" }),
  ]) {
    const why = "there was no time left to read it";
    expect([reply.status, bodyOf(reply).skipped?.at(-1)]).toEqual([200, { path: expect.any(String), why }]);
  }
});

test.each([
  ["nested elements", `<svg>${"<g>".repeat(660_000)}`],
  ["many attributes", `<svg ${Array.from({ length: 150_000 }, (_, at) => `a${at}=""`).join(" ")}></svg>`],
  ["elements that are reopened", `<svg></svg>${"<b><p>".repeat(330_000)}`],
])("an SVG image with %s is cleaned or refused by another process", async (_, svg) => {
  const reply = await measureServer(() => upload(lectern, ada, params, { name: "a.svg" }, Buffer.from(svg)));
  expect([201, 413]).toContain(reply.status);
});

test("two versions of a page with 50,000 equal lines are compared by another process", async () => {
  const page = (count: number, last: string) => ({
    html: `<article class="article">${"<p>equal</p>".repeat(count)}<p>${last}</p></article>`,
    siteUrl: "http://a.test",
  });
  const compared = measureServer(() =>
    textProcesses.call("a", "compareArticles", { old: page(50_000, "a"), new: page(40_000, "b") }),
  );
  const result = await compared.catch((error: unknown) => error);
  expect(result).toMatchObject(result instanceof Error ? { code: "too_large" } : { changes: expect.any(Number) });
});
