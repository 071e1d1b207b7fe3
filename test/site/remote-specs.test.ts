import { afterAll, beforeAll, expect, test } from "vitest";
import type { FetchSpec } from "../../src/site/api/read/remote-specs.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { describeProblem } from "../../src/site/shared/build-problem.ts";
import { temporaryFolder, temporaryProject } from "./temporary-folder.ts";

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 1 });
});
afterAll(() => pool.close());

const address = "https://api.example.org/v1/openapi";
const settings = {
  theme: "mint",
  name: "Example",
  colors: { primary: "#16A34A" },
  navigation: {
    groups: [
      { group: "Own", pages: ["index", "hand"] },
      { group: "API", openapi: address },
    ],
  },
};
const project = {
  "docs.json": JSON.stringify(settings),
  "index.mdx": "Text.\n",
  "hand.mdx": `---\ntitle: By hand\nopenapi: "${address} GET /users"\n---\n`,
};
const spec = { openapi: "3.1.0", paths: { "/users": { get: { summary: "List users", responses: {} } } } };

async function build(cacheFolder: string, fetchSpec?: FetchSpec, remoteFreshSeconds = 0, changed = {}) {
  const lines: string[] = [];
  const written = { ...project, ...changed };
  const { files, problems } = await buildSite(
    { pool },
    {
      folder: temporaryProject(written),
      cacheFolder,
      // As in an update, where the stamp is a hash that git knows.
      files: Object.entries(written).map(([path, text]) => ({ path, size: text.length, stamp: text })),
      signal: new AbortController().signal,
      onLine: (line) => lines.push(line),
      ...(fetchSpec === undefined ? {} : { fetchSpec, remoteFreshSeconds }),
    },
  );
  const page = files.find(({ path }) => path === "api-reference/list-users.html");
  const hand = files.find(({ path }) => path === "hand.html");
  return {
    html: (await page?.load())?.bytes.toString(),
    hand: (await hand?.load())?.bytes.toString(),
    problems: problems.map(describeProblem),
    read: lines[0]?.replace(/ \(.*/, ""),
  };
}

test("after a page changed, a project with a remote API description is only read again if the description changed", async () => {
  const cacheFolder = temporaryFolder();
  let summary = "List users";
  const answer: FetchSpec = async () => ({
    text: JSON.stringify({ ...spec, paths: { "/users": { get: { summary, responses: {} } } } }),
  });
  expect((await build(cacheFolder, answer)).read).toBe("Read 2 pages, 0 snippets and 0 assets");
  const changed = await build(cacheFolder, answer, 0, { "index.mdx": "Other text.\n" });
  expect([changed.read, changed.html]).toEqual(["Read 1 changed page", expect.stringContaining("List users")]);
  summary = "All users";
  const other = await build(cacheFolder, answer, 0, { "index.mdx": "More text.\n" });
  expect([other.read, other.hand]).toEqual([
    "Read 2 pages, 0 snippets and 0 assets",
    expect.stringContaining("All users"),
  ]);
  const down = await build(cacheFolder, async () => ({ problem: "it is down" }), 0, { "index.mdx": "Text.\n" });
  expect([down.read, down.problems.length]).toEqual(["Read 2 pages, 0 snippets and 0 assets", 1]);
});

test("the pages generated from a remote API description stay when its server is down", async () => {
  const cacheFolder = temporaryFolder();
  const requested: string[] = [];
  const answer: FetchSpec = async (url) => {
    requested.push(url);
    return { text: JSON.stringify(spec) };
  };
  const first = await build(cacheFolder, answer);
  expect(first.problems).toEqual([]);
  expect(first.html).toContain("List users");
  // The description is named twice but requested once, and a fresh copy is not requested again.
  expect((await build(cacheFolder, answer, 600)).html).toContain("List users");
  expect(requested).toEqual([address]);

  const down = await build(cacheFolder, async () => ({ problem: "its host cannot be reached" }));
  expect(down.html).toContain("List users");
  expect(down.problems).toEqual([
    `${address}: could not be fetched because its host cannot be reached, so the copy from an earlier update is shown`,
  ]);
  expect(await build(cacheFolder)).toMatchObject({ html: expect.stringContaining("List users"), problems: [] });
});

test("a remote API description that was never fetched is reported where it is named, and other pages are built", async () => {
  const { html, hand, problems } = await build(temporaryFolder(), async () => ({
    problem: "it answered with status 404",
  }));
  expect(html).toBeUndefined();
  expect(hand).toContain("The API description is unavailable right now. Please try again later.");
  expect(problems).toContain(
    `docs.json:1: "navigation.groups[1].openapi" names ${address}, but it answered with status 404, so it generates no pages (add the file to the project and use its path)`,
  );
  expect(problems).toContain(
    `hand.mdx:3: "openapi" names ${address}, but it answered with status 404, so the page has no API reference (add the file to the project and use its path)`,
  );
});

test("channels of a remote description have pages, and pages can name them without the description's address", async () => {
  const events = "https://api.example.org/v1/events";
  const files = {
    "docs.json": JSON.stringify({
      ...settings,
      api: { asyncapi: { source: events } },
      navigation: {
        groups: [
          { group: "Own", pages: ["index", "hand"] },
          { group: "Events", asyncapi: events },
        ],
      },
    }),
    "index.mdx": "[The rooms](/api-reference/websockets/rooms)\n",
    "hand.mdx": "---\ntitle: By hand\nasyncapi: /rooms\n---\n",
  };
  const described = { asyncapi: "3.0.0", channels: { rooms: { address: "/rooms", description: "All of them." } } };
  const { files: built, problems } = await buildSite(
    { pool },
    {
      folder: temporaryProject(files),
      cacheFolder: temporaryFolder(),
      signal: new AbortController().signal,
      onLine: () => undefined,
      fetchSpec: async () => ({ text: JSON.stringify(described) }),
    },
  );
  expect(problems.map(describeProblem)).toEqual([]);
  for (const path of ["api-reference/websockets/rooms.html", "hand.html"]) {
    const page = await built.find((file) => file.path === path)?.load();
    expect(page?.bytes.toString(), path).toContain("All of them.");
  }
});

test("the pages of a remote GraphQL schema stay when its server is down", async () => {
  const schema = "https://api.example.org/schema";
  const files = {
    "docs.json": JSON.stringify({
      ...settings,
      navigation: { tabs: [{ tab: "GraphQL", graphql: schema, groups: [{ group: "Own", pages: ["index"] }] }] },
    }),
    "index.mdx": "[Users](/graphql-reference/queries/users)\n",
  };
  const cacheFolder = temporaryFolder();
  const problemsWith = async (fetchSpec: FetchSpec) => {
    const request = { folder: temporaryProject(files), cacheFolder, signal: new AbortController().signal };
    const built = await buildSite({ pool }, { ...request, onLine: () => undefined, fetchSpec });
    expect(built.files.some(({ path }) => path === "graphql-reference/queries/users.html")).toBe(true);
    return built.problems.map(describeProblem);
  };
  expect(await problemsWith(async () => ({ text: "type Query { users: [String] }" }))).toEqual([]);
  expect(await problemsWith(async () => ({ problem: "its host cannot be reached" }))).toEqual([
    `${schema}: could not be fetched because its host cannot be reached, so the copy from an earlier update is shown`,
  ]);
});
