import { afterAll, beforeAll, expect, test } from "vitest";
import { join, type Person } from "../dashboard/people.ts";
import type { HostedProject } from "../support/hosted-project.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { bodyOf, createDraftOf, createEditedProject } from "./editor-files.ts";

const guide = `---
title: Acme in ten minutes
description: "What Acme does"
acme: yes
---

import { Acme } from "/snippets/acme.jsx";

Acme is fast. See [the Acme site](https://acme.test/acme), or \`acme --help\`.   

\`\`\`bash Acme
acme start
\`\`\`

<Card title="Acme" href="/acme/start">Use Acme, not acmeish.</Card>
`;

let lectern: Installation;
let hosted: HostedProject;
let ada: Person;
let params: { projectId: string; draftId: string };

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`many/page-${at}.mdx`, `# Page ${at}\n\n${"Needle in hay. ".repeat(60)}\n`]),
  );
  hosted = await createEditedProject(lectern, "search", {
    "docs.json": '{"name":"Acme"}',
    "guide.mdx": guide,
    "other.mdx": "Nothing about it.\nÄcme is not Acme.\n",
    "crlf.mdx": "One Acme.\r\nTwo.\r\n",
    ...many,
  });
  ada = await join(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
  params = await createDraftOf(ada, hosted.project.id);
});
afterAll(() => lectern?.stop());

const search = async (body: Record<string, unknown>, where = params) =>
  bodyOf(await ada.call("searchDraft", { params: where, body }));
const replace = async (where: typeof params, body: Record<string, unknown>) =>
  bodyOf(await ada.call("replaceInDraft", { params: where, body }));
const textOf = async (where: typeof params, path: string) =>
  bodyOf(await ada.call("readDraftFile", { params: where, query: `?path=${path}` })).text as string;

test("a search finds prose, and counts matches in code, links and frontmatter names", async () => {
  const found = await search({ text: "acme" });
  expect(found.files.map(({ path }: { path: string }) => path)).toEqual(["crlf.mdx", "guide.mdx", "other.mdx"]);
  const [, inGuide] = found.files;
  expect(inGuide.matches.map(({ line, match }: { line: number; match: string }) => [line, match])).toEqual([
    [2, "Acme"],
    [3, "Acme"],
    [9, "Acme"],
    [9, "Acme"],
    [15, "Acme"],
    [15, "Acme"],
    [15, "acme"],
  ]);
  expect(inGuide.matches[0]).toMatchObject({ before: "title: ", after: " in ten minutes" });
  expect(found.leftOut).toBe(10);
  expect((await search({ text: "acme", inCode: true, inLinks: true, inKeys: true })).leftOut).toBe(0);
});

test("a search respects case and whole words, even beyond ASCII", async () => {
  const found = await search({ text: "acme", matchCase: true, wholeWord: true, inCode: true });
  expect(found.total).toBe(3);
  expect((await search({ text: "Acme", wholeWord: true, matchCase: true })).total).toBe(8);
  expect((await search({ text: "äcme" })).total).toBe(1);
  expect((await search({ text: "cme", wholeWord: true })).total).toBe(0);
});

test("a search with many matches counts all and lists some of them", async () => {
  const found = await search({ text: "needle" });
  expect(found).toMatchObject({ total: 3_600, fileCount: 60, isCut: false });
  const listed = found.files.flatMap(({ matches }: { matches: unknown[] }) => matches);
  expect(listed).toHaveLength(1_000);
  expect(found.files[0].matches).toHaveLength(50);
});

test("a search stops counting at its limit", async () => {
  const own = await createDraftOf(ada, hosted.project.id);
  for (const path of ["a.mdx", "b.mdx"]) {
    await ada.call("writeDraftFile", { params: own, body: { path, text: "zz\n".repeat(15_000) } });
  }
  expect(await search({ text: "z" }, own)).toMatchObject({ isCut: true });
});

test("special characters of regular expressions are searched literally", async () => {
  expect((await search({ text: "(.*)+$" })).total).toBe(0);
  expect((await search({ text: "ten minutes\n" })).total).toBe(1);
  expect((await ada.call("searchDraft", { params, body: { text: "x".repeat(201) } })).status).toBe(400);
});

test("a replacement changes only the chosen lines", async () => {
  const own = await createDraftOf(ada, hosted.project.id);
  const found = await search({ text: "Acme" }, own);
  const chosen = found.files.find(({ path }: { path: string }) => path === "guide.mdx").matches[2];
  const files = [{ path: "guide.mdx", starts: [chosen.start, 1] }];
  expect(await replace(own, { text: "Acme", replacement: "$& Cloud", files })).toEqual({
    files: 1,
    matches: 1,
    skipped: 1,
  });
  expect(await textOf(own, "guide.mdx")).toBe(
    guide.replace("Acme is fast", "$& Cloud is fast".replaceAll("$", "$$$$")),
  );
  expect(bodyOf(await ada.call("getDraft", { params: own })).files).toEqual([
    { path: "guide.mdx", change: "modified" },
  ]);
});

test("replacing everywhere leaves code, links, names and line breaks unchanged", async () => {
  const own = await createDraftOf(ada, hosted.project.id);
  const replaced = await replace(own, { text: "Acme", wholeWord: true, matchCase: true, replacement: "Zenith" });
  expect(replaced).toEqual({ files: 3, matches: 8, skipped: 0 });
  const text = await textOf(own, "guide.mdx");
  expect(text.split("\n").filter((line, at) => line !== guide.split("\n")[at])).toEqual([
    "title: Zenith in ten minutes",
    'description: "What Zenith does"',
    "Zenith is fast. See [the Zenith site](https://acme.test/acme), or `acme --help`.   ",
    '<Card title="Zenith" href="/acme/start">Use Zenith, not acmeish.</Card>',
  ]);
  expect(await textOf(own, "crlf.mdx")).toBe("One Zenith.\r\nTwo.\r\n");
  expect(await textOf(own, "docs.json")).toBe('{"name":"Acme"}');
});

test("a second search finds the draft's text, not the committed text", async () => {
  const own = await createDraftOf(ada, hosted.project.id);
  await ada.call("writeDraftFile", { params: own, body: { path: "other.mdx", text: "Zebra.\n" } });
  expect((await search({ text: "Zebra" }, own)).total).toBe(1);
  expect((await search({ text: "Äcme" }, own)).total).toBe(0);
});
