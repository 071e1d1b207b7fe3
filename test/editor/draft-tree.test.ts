import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DraftFile } from "../../src/editor/draft.ts";
import { createPageIndex } from "../../src/editor/page-index.ts";
import {
  loopback,
  makeRepository,
  serveRepositories,
  temporaryFolder,
  testLimits,
} from "../../src/git/git-test-support.ts";
import { listTree } from "../../src/git/list-tree.ts";
import { AppError } from "../../src/platform/errors.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { callAs, join, type Person } from "../dashboard/people.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { textProcesses } from "../support/text-processes.ts";
import { bodyOf, createDraftOf } from "./editor-files.ts";

/** More than are read at once. */
const pagesCount = 1_120;

let lectern: Installation;
let node: Node;
let ada: Person;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  node = await lectern.startNode({ allowedHosts: loopback });
  const person = await join(lectern, lectern.tenant.organizationId, "editor", "ada@acme.test");
  const call = callAs({ ...lectern, node }, person.cookie);
  ada = { ...person, call };
});
afterAll(() => lectern?.stop());

function manyPages(): Record<string, string> {
  const slugs = Array.from({ length: pagesCount }, (_, at) => `guides/part-${at % 40}/page-${at}`);
  const groups = Array.from({ length: 40 }, (_, at) => ({
    group: `Part ${at}`,
    pages: slugs.filter((slug) => slug.includes(`/part-${at}/`)),
  }));
  const navigation = { languages: [{ language: "en", tabs: [{ tab: "Guides", $ref: "./guides.json" }] }] };
  return {
    "docs/docs.json": JSON.stringify({ name: "Large", theme: "mint", colors: { primary: "#16A34A" }, navigation }),
    "docs/guides.json": JSON.stringify({ groups }),
    ...Object.fromEntries(
      slugs.map((slug, at) => [`docs/${slug}.mdx`, `---\ntitle: Page ${at}\n---\n\nText ${at}.\n`]),
    ),
    "outside.mdx": "# Not in the content directory\n",
  };
}

test("the tree of a draft in a remote repository with more than a thousand pages has all titles and the draft's changes", async () => {
  const root = temporaryFolder();
  await makeRepository(root, "large", manyPages());
  const server = await serveRepositories(root);
  const { organizationId } = lectern.tenant;
  const project = await createProject({ clock: lectern.clock }, node.database.query, {
    organizationId,
    name: "Large",
    domain: "large",
    repository: `${server.url}/large.git`,
    branch: "main",
    directory: "docs",
  });
  const params = await createDraftOf(ada, project.id);
  const first = bodyOf(await ada.call("readTree", { params }));
  expect(first.files).toHaveLength(pagesCount + 2);
  expect(first.navigation.slice(0, 4)).toEqual([
    { depth: 0, kind: "language", title: "en" },
    { depth: 1, kind: "tab", title: "Guides" },
    { depth: 2, kind: "group", title: "Part 0" },
    { depth: 3, kind: "page", title: "Page 0", path: "guides/part-0/page-0.mdx" },
  ]);
  const path = "guides/part-0/page-0.mdx";
  await ada.call("writeDraftFile", { params, body: { path, text: "---\ntitle: First\n---\n" } });
  const second = bodyOf(await ada.call("readTree", { params }));
  expect(second.navigation[3]).toMatchObject({ title: "First" });
  expect(second.files.find((file: { path: string }) => file.path === path)).toMatchObject({ change: "modified" });
  expect(bodyOf(await ada.call("searchDraft", { params, body: { text: "Text 1119." } })).total).toBe(1);
});

test("a draft opens even if its git host can't be reached", async () => {
  const root = temporaryFolder();
  await makeRepository(root, "gone", { "docs.json": "{}", "index.mdx": "# Home\n" });
  let isAway = false;
  const server = await serveRepositories(root, (_request, response) => {
    if (isAway) response.writeHead(503).end();
    return isAway;
  });
  const { organizationId } = lectern.tenant;
  const repository = `${server.url}/gone.git`;
  const request = { organizationId, name: "Gone", domain: "gone", repository, branch: "main" };
  const project = await createProject({ clock: lectern.clock }, node.database.query, request);
  const params = await createDraftOf(ada, project.id);
  isAway = true;
  lectern.clock.advance(60_000);
  expect(bodyOf(await ada.call("getDraft", { params }))).toMatchObject({ canEdit: true });
  const refused = await ada.call("createDraft", { params: { projectId: project.id }, body: {} });
  expect(refused.status).toBe(503);
  expect(bodyOf(refused).error).toMatch(/^The repository can't be read: /);
});

test("cached page titles are listed without running git", async () => {
  const root = temporaryFolder();
  const repository = await makeRepository(root, "small", { "a.mdx": "# One\n", "b.mdx": "Two.\n" });
  const sha = await repository.git("rev-parse", "main");
  const { files } = await listTree(repository, { sha, limits: testLimits });
  const { gitDir } = repository;
  const tree = { data: { gitDir, directory: "", baseSha: sha, files, changes: [] }, changed: new Map() };
  const index = createPageIndex(textProcesses);
  const first = await index.read("a", tree);
  rmSync(gitDir, { recursive: true });
  expect(await index.read("a", tree)).toEqual(first);
  expect(first.get("a.mdx")?.title).toBe("One");
  await expect(createPageIndex(textProcesses).read("a", tree)).rejects.toThrow();
});

test("a page that takes too long to read is listed without facts and read only once", async () => {
  const calls: string[] = [];
  const texts: typeof textProcesses = {
    ...textProcesses,
    call(owner, name, input, signal) {
      const { files } = input as unknown as { files: { path: string }[] };
      calls.push(files.map(({ path }) => path).join(" "));
      const isSlow = files.some(({ path }) => path === "slow.mdx");
      return isSlow
        ? Promise.reject(new AppError("too_large", "The text takes too much time."))
        : textProcesses.call(owner, name, input, signal);
    },
  };
  const index = createPageIndex(texts);
  const changed = new Map(
    ["a.mdx", "slow.mdx"].map((path) => [path, { path, bytes: 6, content: "# One\n" } as DraftFile]),
  );
  const tree = { data: { gitDir: "", directory: "", baseSha: "", files: [], changes: [] }, changed };
  for (const _ of [1, 2]) {
    const facts = await index.read("a", tree);
    expect([...facts].map(([path, { title }]) => [path, title])).toEqual([
      ["a.mdx", "One"],
      ["slow.mdx", undefined],
    ]);
  }
  expect(calls).toEqual(["a.mdx slow.mdx", "a.mdx", "slow.mdx"]);
});
