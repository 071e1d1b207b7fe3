import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { foldersOf } from "../../src/app/folders.ts";
import { createClient } from "../../src/contract/client.ts";
import type { UpdateStatus } from "../../src/contract/schemas.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { updateProject } from "../../src/projects/store.ts";
import { readPageCounts } from "../../web/dashboard/updates/read-log.ts";
import { slow } from "../support/slow.ts";
import type { Clone } from "./clone.ts";
import { type HostedProject, type Publisher, smallProject, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

let lectern: Publisher;
beforeAll(async () => {
  lectern = await startPublisher("sqlite");
});
afterAll(() => lectern.close());

type Changes = Parameters<Clone["commit"]>[0];

function page(title: string, body: string): string {
  return `---\ntitle: ${title}\n---\n\n${body}\n`;
}

function docsJson(pages: string[], name = "ACME"): string {
  return JSON.stringify({ ...JSON.parse(String(smallProject["docs.json"])), name, navigation: { pages } });
}

/** Returns a function that searches the site and lists the paths of the found pages. */
async function openSearch({ project }: HostedProject) {
  const { app, url, organizationId } = lectern;
  const request = { kind: "assistant" as const, organizationId, projectId: project.id };
  const { secret: key } = await createKey(app, app.database.query, request);
  const client = createClient({ url, key });
  return async (query: string) => (await client.searchPages({ domain: project.domain, query })).map(({ path }) => path);
}

async function open(domain: string, files: Record<string, string | Buffer> = smallProject) {
  const hosted = await lectern.publish(domain, files);
  const work = await hosted.clone();
  return {
    ...hosted,
    push: async (changes: Changes) => {
      await work.commitAndPush(changes);
      return lectern.ended(await lectern.newest(hosted.project));
    },
    read: async (path: string) => {
      const { status, text } = await lectern.read(domain, path);
      // Readers must never see a compiler message.
      expect(text).not.toMatch(/could not be built|cannot be shown|closing tag/);
      return status === 200 ? text : status;
    },
  };
}

/** Simulates a worker that never built the project. */
async function forgetCaches({ project }: HostedProject): Promise<void> {
  await rm(join(foldersOf(lectern.app.config).caches, project.id), { recursive: true, force: true });
}

test("a page that can't be parsed keeps its last good version in all published files", async () => {
  const site = await open("keeps");
  const search = await openSearch(site);
  const files = ["docs.json", "guides/start.mdx"];
  const broken = await site.push({
    "guides/start.mdx": page("Start anew", "<Steps>\n\nThe new way."),
    "guides/end.mdx": page("End", "[Start](/guides/start) again."),
  });
  expect(broken).toMatchObject({ status: "success", problems: { errors: 1, warnings: 0, newWarnings: 0 } });
  expect(broken.summary).toMatch(/^Published 3 pages at \S+, with 1 error\.$/);
  expect(broken.logs).toContainEqual(
    expect.stringMatching(
      /^build-pages: error: guides\/start\.mdx:5:1: .*, so the last good version of the page stays online/,
    ),
  );
  expect(broken.logs).toContainEqual(
    expect.stringMatching(
      /^build-pages: 1 page rendered \(1 changed\), .*1 failed \(1 kept in the last good version\)/,
    ),
  );
  expect(broken.commit?.filesChanged?.modified).toEqual(["guides/end.mdx", "guides/start.mdx"]);
  const readAll = async () => ({
    page: await site.read("/guides/start"),
    markdown: await site.read("/guides/start.md"),
    home: await site.read("/"),
    sitemap: await site.read("/sitemap.xml"),
    llms: await site.read("/llms.txt"),
    full: await site.read("/llms-full.txt"),
    found: await search("begin"),
  });
  const good = {
    page: expect.stringContaining("How to begin."),
    markdown: expect.stringMatching(/^# Start\n[\s\S]*How to begin\./),
    home: expect.stringMatching(/href="\/guides\/start"[^>]*>[\s\S]*?Start</),
    sitemap: expect.stringContaining("/guides/start<"),
    llms: expect.stringContaining("[Start]("),
    full: expect.stringContaining("How to begin."),
    found: ["/guides/start"],
  };
  expect(await readAll()).toEqual(good);
  expect((await readAll()).home).not.toContain("Start anew");
  expect(await site.read("/guides/end")).toContain("again.");

  // The page is still broken, the worker has never built the project, and the theme has changed.
  await forgetCaches(site);
  const still = await site.push({
    "docs.json": docsJson(["index", "guides/start", "guides/end"], "ACME 2"),
    "guides/start.mdx": page("Start anew", "<Steps>\n\nThe newest way."),
  });
  expect(still).toMatchObject({ status: "success", problems: { errors: 1, warnings: 0 } });
  expect(await readAll()).toEqual(good);
  expect(await site.read("/guides/start")).toContain("ACME 2");
  expect(still.commit?.filesChanged?.modified).toEqual(files);

  // A rollback brings back the site of the first broken push, with its version of the page.
  const { statusId } = await lectern.client.rollBack({ projectId: site.project.id, statusId: broken._id });
  expect(await lectern.ended(statusId)).toMatchObject({ status: "success", problems: { errors: 1, newWarnings: 0 } });
  expect(await site.push({ "index.mdx": page("Welcome", "The third words.") })).toMatchObject({
    problems: { errors: 1 },
  });
  expect(await readAll()).toEqual(good);

  const mended = await site.push({ "guides/start.mdx": page("Start anew", "The new way.") });
  expect(mended).toMatchObject({ status: "success", problems: { errors: 0, warnings: 0, newWarnings: 0 } });
  expect(await site.read("/guides/start")).toContain("The new way.");
  expect(await search("begin")).toEqual([]);
});

test("a page that was never good is left out, and its error counts the links to it", async () => {
  const site = await open("never");
  const update = await site.push({
    "guides/new.mdx": page("Brand new", "<Steps>"),
    "guides/end.mdx": page("End", "[New](/guides/new)"),
    "docs.json": docsJson(["index", "guides/new", "guides/start", "guides/end"]),
  });
  expect(update).toMatchObject({ status: "success", problems: { errors: 1, warnings: 0, missingPages: 1 } });
  expect(update.summary).toMatch(/^Published 3 pages at .*, with 1 page missing, 1 error\.$/);
  const { problems } = await lectern.client.listUpdateProblems({ statusId: update._id });
  expect(problems).toEqual([
    expect.objectContaining({
      severity: "error",
      file: "guides/new.mdx",
      line: 5,
      isNew: true,
      message: expect.stringMatching(/, so the page is left out, though 1 page links to it$/),
    }),
  ]);
  expect(await site.read("/guides/new")).toBe(404);
  for (const path of ["/", "/sitemap.xml", "/llms.txt", "/guides/start"])
    expect(await site.read(path)).not.toMatch(/brand new/i);

  // In a preview, the page shows the error to its writer.
  const work = await site.clone();
  await work.git("checkout", "--quiet", "-b", "draft");
  await work.commit({ "guides/start.mdx": page("Start", "<Steps>") });
  await work.push("HEAD:draft");
  const draft = await lectern.ended(
    (await lectern.client.createPreview({ projectId: site.project.id, branch: "draft" })).statusId,
  );
  expect(draft).toMatchObject({ status: "success", problems: { errors: 2, warnings: 0, newWarnings: 0 } });
  expect((await lectern.read(draft.subdomain, "/guides/start")).text).toContain("could not be built");

  // After a rollback to this site, the page is missing again.
  expect(await site.push({ "guides/new.mdx": page("Brand new", "It works.") })).toMatchObject({
    problems: { errors: 0, warnings: 0 },
  });
  const { statusId } = await lectern.client.rollBack({ projectId: site.project.id, statusId: update._id });
  expect(await lectern.ended(statusId)).toMatchObject({ status: "success", problems: { errors: 1, missingPages: 1 } });
});

test("a broken snippet changes no page that uses it, and a renamed page keeps its last good version", async () => {
  const part = 'import Part from "/snippets/part.mdx"\n\n<Part />';
  const site = await open("snippets", {
    ...smallProject,
    "snippets/part.mdx": "A shared part.\n",
    "guides/start.mdx": page("Start", `How to begin.\n\n${part}`),
    "guides/end.mdx": page("End", `How to stop.\n\n${part}`),
  });
  const update = await site.push({ "snippets/part.mdx": "A <b>shared part.\n" });
  expect(update).toMatchObject({ status: "success", problems: { errors: 1 } });
  const { problems } = await lectern.client.listUpdateProblems({ statusId: update._id });
  expect(problems[0]?.message).toMatch(
    /so the last good versions of guides\/end\.mdx, guides\/start\.mdx stay online$/,
  );
  for (const path of ["/guides/start", "/guides/end"]) expect(await site.read(path)).toContain("A shared part.");
  await forgetCaches(site);
  await site.push({
    "guides/start.mdx": undefined,
    "guides/begin.mdx": page("Start", `How to begin.\n\n${part}`),
    "docs.json": docsJson(["index", "guides/begin", "guides/end"]),
  });
  expect(await site.read("/guides/begin")).toContain("A shared part.");
  expect(await site.read("/guides/start")).toBe(404);
  // A deleted page isn't kept.
  await site.push({ "guides/end.mdx": undefined, "docs.json": docsJson(["index", "guides/begin"]) });
  expect(await site.read("/guides/end")).toBe(404);
});

test("a page whose frontmatter can't be parsed keeps its title and settings", async () => {
  const site = await open("yaml");
  const update = await site.push({ "guides/start.mdx": '---\ntitle: "Start\n---\n\nHow to go on.\n' });
  expect(update).toMatchObject({ status: "success", problems: { errors: 1 } });
  expect(await site.read("/guides/start")).toMatch(/<h1[^>]*>Start<\/h1>[\s\S]*How to begin\./);
});

test("a project can be set to fail updates with errors, and such updates publish nothing", async () => {
  const site = await open("fails");
  await updateProject(lectern.app.database.query, site.project.id, { failOnErrors: true });
  const update = await site.push({
    "guides/start.mdx": page("Start", "<Steps>"),
    "index.mdx": page("Welcome", "Other words."),
  });
  expect(update).toMatchObject({
    status: "failure",
    summary: "Nothing was published: the build found 1 error, and the project is set to fail updates with errors.",
    problems: { errors: 1, warnings: 0, newWarnings: 0 },
  });
  expect(await site.read("/")).toContain("The first words.");
  expect(update.logs).toContainEqual(expect.stringMatching(/^build-pages: error: guides\/start\.mdx:5:1: /));
});

test("all numbers that an update reports match git and the build", async () => {
  const description = await serveDescription();
  const operation = (path: string) => `---\ntitle: ${path}\nopenapi: "${description.url} GET ${path}"\n---\n`;
  const files = {
    ...smallProject,
    "docs.json": docsJson(["index", "guides/start", "guides/end", "guides/broken", "api/users", "api/teams"]),
    "index.mdx": page("Welcome", "[One](/nowhere)\n\n[Two](/nowhere-else)"),
    "guides/broken.mdx": page("Broken", "<Steps>"),
    "guides/end.mdx": page("End", "[Broken](/guides/broken)"),
    "api/users.mdx": operation("/users"),
    "api/teams.mdx": operation("/teams"),
  };
  const site = await open("numbers", files);
  const work = await site.clone();
  const first = await report(site.first, work);
  // Five pages, one of them left out. The API description counts as one error, however many pages it leaves empty.
  expect(first).toEqual({
    problems: { errors: 2, warnings: 2, newWarnings: 2, missingPages: 1 },
    pages: { published: 5, rendered: 5, laidOut: 0, reused: 0, failed: 1 },
    summary: expect.stringContaining("Published 5 pages"),
    described: "with 1 page missing, 2 errors, 2 new warnings.",
    files: [],
  });
  const unavailable = "The API description is unavailable right now.";
  for (const path of ["/api/users", "/api/teams"]) expect(await site.read(path)).toContain(unavailable);
  const { problems } = await lectern.client.listUpdateProblems({ statusId: site.first._id });
  expect(problems.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/so 2 pages \(api\/teams\.mdx, api\/users\.mdx\) have no API reference$/),
  );

  // This push fixes one broken link and the API description, and breaks another page.
  description.isUp = true;
  await work.commit({
    "index.mdx": page("Welcome", "[One](/nowhere)"),
    "guides/start.mdx": page("Start", "<Steps>"),
    "guides/end.mdx": page("End", "[Broken](/guides/broken) and [new](/new)"),
  });
  await work.push();
  const second = await lectern.ended(await lectern.newest(site.project));
  expect(await report(second, work)).toEqual({
    problems: { errors: 2, warnings: 2, newWarnings: 1, missingPages: 1 },
    pages: { published: 5, rendered: 4, laidOut: 0, reused: 0, failed: 2 },
    summary: expect.stringContaining("Published 5 pages"),
    described: "with 1 page missing, 2 errors, 1 new warning, 1 existing.",
    files: ["guides/end.mdx", "guides/start.mdx", "index.mdx"],
  });
  expect(await site.read("/api/users")).toContain("Lists the users.");

  // The description's server is down again and the caches are gone, but readers notice nothing.
  description.isUp = false;
  await forgetCaches(site);
  await work.commit({ "guides/start.mdx": page("Start", "Better."), "guides/broken.mdx": page("Broken", "Mended.") });
  await work.push();
  const third = await lectern.ended(await lectern.newest(site.project));
  expect(await report(third, work)).toMatchObject({
    problems: { errors: 0, warnings: 3, newWarnings: 1 },
    pages: { published: 6, failed: 0 },
    files: ["guides/broken.mdx", "guides/start.mdx"],
  });
  expect(await site.read("/api/users")).toContain("Lists the users.");
});

/** An API description that can be switched off. */
async function serveDescription() {
  const paths = Object.fromEntries(
    ["users", "teams"].map((name) => [
      `/${name}`,
      { get: { summary: name, description: `Lists the ${name}.`, responses: { 200: { description: "OK" } } } },
    ]),
  );
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "API", version: "1" }, paths });
  const state = { url: "", isUp: false };
  const server = createServer((_request, response) => {
    response.writeHead(state.isUp ? 200 : 503, { "content-type": "application/json" }).end(state.isUp ? text : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
  return state;
}

/** The numbers that an update reports, after checking that its log, its list of problems and git agree. */
async function report(update: UpdateStatus, work: Clone) {
  const { problems } = await lectern.client.listUpdateProblems({ statusId: update._id });
  const number = (severity: string) => problems.filter((problem) => problem.severity === severity).length;
  expect(update.problems).toMatchObject({
    errors: number("error"),
    warnings: number("warning"),
    newWarnings: problems.filter(({ severity, isNew }) => severity === "warning" && isNew === true).length,
  });
  for (const severity of ["error", "warning", "note"]) {
    const lines = update.logs.filter((line) => line.startsWith(`build-pages: ${severity}: `));
    expect(lines.length).toBe(number(severity));
  }
  const counts = readPageCounts(update.logs.map((text) => ({ text })));
  const { rendered = 0, laidOut = 0, reused = 0, failed = 0 } = counts ?? {};
  const sources = (await work.git("ls-files", "*.mdx")).split("\n").length;
  expect(rendered + laidOut + reused + failed).toBe(sources);
  const published = Number(/Published (\d+) pages/.exec(update.summary)?.[1]);
  const sitemap = (await lectern.read(update.subdomain, "/sitemap.xml")).text;
  expect(sitemap.match(/<loc>/g)?.length).toBe(published);
  const { added = [], modified = [], removed = [] } = update.commit?.filesChanged ?? {};
  const isFirst = update.source === "onboarding";
  const changed = isFirst ? "" : await work.git("diff", "--name-only", "HEAD~1", "HEAD");
  if (!isFirst) expect([...added, ...modified, ...removed].toSorted().join("\n")).toBe(changed);
  return {
    problems: update.problems,
    pages: { published, rendered, laidOut, reused, failed },
    summary: update.summary,
    described: update.summary.slice(update.summary.indexOf("with ")),
    files: changed === "" ? [] : changed.split("\n"),
  };
}
