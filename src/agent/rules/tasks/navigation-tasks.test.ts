import { expect, test } from "vitest";
import { createTargetFinder } from "../find-target.ts";
import { runOn, settingsFor } from "../rules-test-support.ts";

const docs = `{
  "theme": "mint",
  "name": "Test",
  "colors": { "primary": "#16A34A" },
  "navbar": { "links": [{ "label": "Start", "href": "/guides/start#run" }] },
  "navigation": {
    "groups": [
      { "group": "Guides", "root": "guides/start", "pages": ["index", "guides/start", "/guides/end.mdx"] },
      { "group": "More", "$ref": "./nav/more.json" }
    ]
  }
}
`;
const site = {
  "docs.json": docs,
  "nav/more.json": '{"pages":["reference/limits","guides/start"]}',
  "index.mdx":
    '[a](/guides/start) [b](./guides/start.mdx#run) <Card href="/guides/start/?x=1">x</Card> [c](/guides/starter) `/guides/start`\n',
  "guides/start.mdx":
    '---\ntitle: Start\nrelated:\n  - guides/end\n---\n\nimport Note from "../snippets/note.mdx"\nimport Other from "/snippets/note.mdx"\n\n[end](end.mdx) [up](../reference/limits) [abs](/guides/end) ![p](./plan.png) [here](#run)\n',
  "guides/end.mdx": '---\nrelated: ["/guides/start", reference/limits]\n---\n\n[start](./start)\n',
  "reference/limits.mdx": "[start](../guides/start.mdx)\n",
  "snippets/note.mdx": "See [start](/guides/start).\n",
};

test("moving a page updates all links, navigation entries and its own relative links, and adds a redirect", async () => {
  const { changed, changes, declined } = await runOn(site, "move guides/start to learn/first/steps");
  expect(declined).toEqual([]);
  expect(changed).toEqual({
    "docs.json": docs
      .replace('"root": "guides/start"', '"root": "learn/first/steps"')
      .replace('"index", "guides/start"', '"index", "learn/first/steps"')
      .replace("/guides/start#run", "/learn/first/steps#run")
      .replace(
        "    ]\n  }\n}\n",
        '    ]\n  },\n  "redirects": [\n    { "source": "/guides/start", "destination": "/learn/first/steps" }\n  ]\n}\n',
      ),
    "nav/more.json": '{"pages":["reference/limits","learn/first/steps"]}',
    "index.mdx":
      '[a](/learn/first/steps) [b](./learn/first/steps.mdx#run) <Card href="/learn/first/steps/?x=1">x</Card> [c](/guides/starter) `/guides/start`\n',
    "learn/first/steps.mdx":
      '---\ntitle: Start\nrelated:\n  - guides/end\n---\n\nimport Note from "../../snippets/note.mdx"\nimport Other from "/snippets/note.mdx"\n\n[end](../../guides/end.mdx) [up](../../reference/limits) [abs](/guides/end) ![p](../../guides/plan.png) [here](#run)\n',
    "guides/end.mdx": '---\nrelated: ["/learn/first/steps", reference/limits]\n---\n\n[start](../learn/first/steps)\n',
    "reference/limits.mdx": "[start](../learn/first/steps.mdx)\n",
    "snippets/note.mdx": "See [start](/learn/first/steps).\n",
  });
  expect(changes.filter(({ movedFrom }) => movedFrom !== undefined)).toMatchObject([
    { path: "learn/first/steps.mdx", movedFrom: "guides/start.mdx" },
  ]);
});

test("moving a page back reverses its redirect, and redirects to it are updated", async () => {
  const redirects = [
    { source: "/begin", destination: "/guides/start#run" },
    { source: "/learn/start", destination: "/guides/start", permanent: true },
  ];
  const files = {
    "docs.json": settingsFor(["index", "guides/start"], { redirects }),
    "index.mdx": "Home\n",
    "guides/start.mdx": "Start\n",
  };
  const { changed } = await runOn(files, 'rename page "guides/start" to "learn/start.mdx"');
  expect(JSON.parse(changed["docs.json"] ?? "")).toMatchObject({
    redirects: [
      { source: "/begin", destination: "/learn/start#run" },
      { source: "/guides/start", destination: "/learn/start", permanent: true },
    ],
  });
});

test("a new redirect is formatted like the existing ones", async () => {
  const files = {
    "docs.json": settingsFor(["index", "guides/start"], { redirects: [{ source: "/a", destination: "/" }] }),
    "index.mdx": "Home\n",
    "guides/start.mdx": "Start\n",
  };
  const { changed } = await runOn(files, "move /guides/start into learn/");
  expect(changed["docs.json"]).toBe(
    settingsFor(["index", "learn/start"], {
      redirects: [
        { source: "/a", destination: "/" },
        { source: "/guides/start", destination: "/learn/start" },
      ],
    }),
  );
});

test("a folder moves with all its pages, and their links to each other stay", async () => {
  const { changed, changes } = await runOn(site, "move the folder guides to learn");
  expect(changes.flatMap(({ movedFrom = [] }) => movedFrom).toSorted()).toEqual(["guides/end.mdx", "guides/start.mdx"]);
  expect(changed["learn/start.mdx"]).toContain(
    "[end](end.mdx) [up](../reference/limits) [abs](/learn/end) ![p](../guides/plan.png)",
  );
  expect(JSON.parse(changed["docs.json"] ?? "").redirects).toHaveLength(2);
});

test("an impossible move changes nothing and says why", async () => {
  for (const [prompt, why] of [
    ["move guides/nothing to other/nothing", "the page or folder guides/nothing does not exist"],
    ["move guides/start to guides/end", "a page already exists at /guides/end"],
    ["move guides/start to ../outside", "../outside is not a valid page path; use letters, digits, dashes and slashes"],
    ["move guides/start to .github/x", ".github/x is not a valid page path; use letters, digits, dashes and slashes"],
    ["move guides/start to snippets/x", "files in that folder are snippets, not pages"],
    ["move the page index to other/home", "the home page cannot be moved"],
  ] as const) {
    const { changed, declined } = await runOn(site, prompt);
    expect(changed, prompt).toEqual({});
    expect(declined, prompt).toMatchObject([{ why }]);
  }
});

test("orphan pages are added after the pages of their folder, in the same settings file", async () => {
  const files = {
    ...site,
    "guides/another.mdx": "Text\n",
    "guides/deep/inside.mdx": "Text\n",
    "guides/hidden.mdx": "---\nhidden: true\n---\n",
    "reference/errors.mdx": "Text\n",
    "elsewhere/page.mdx": "Text\n",
    "guides/_apply.mdx": "Text\n",
    "guides/old.mdx": "---\ntitle: Old provider (deprecated)\n---\n",
  };
  const { changed, declined } = await runOn(files, "Add orphan pages to the navigation, please");
  expect(changed).toEqual({
    "docs.json": docs.replace(
      '"/guides/end.mdx"',
      '"/guides/end.mdx", "/guides/another.mdx", "/guides/deep/inside.mdx"',
    ),
    "nav/more.json": '{"pages":["reference/limits", "reference/errors","guides/start"]}',
  });
  expect(declined).toMatchObject([
    { path: "elsewhere/page.mdx" },
    { path: "guides/_apply.mdx", why: expect.stringContaining("underscore") },
    { path: "guides/old.mdx", why: "it is deprecated" },
  ]);
});

test("a new navigation entry gets its own line if the other entries have one", async () => {
  const files = {
    "docs.json": settingsFor(["index", "a/one", "a/two"]),
    "index.mdx": "",
    "a/one.mdx": "",
    "a/two.mdx": "",
  };
  const { changed } = await runOn({ ...files, "a/three.mdx": "Text\n" }, "add orphans to nav");
  expect(changed["docs.json"]).toBe(settingsFor(["index", "a/one", "a/two", "a/three"]));
});

test("a broken settings file is reported and left unchanged", async () => {
  const { changed, declined } = await runOn({ ...site, "docs.json": "{ broken" }, "add orphan pages to navigation");
  expect(changed).toEqual({});
  expect(declined).toMatchObject([{ path: "docs.json", what: "the settings of the site" }]);
});

test("a link target is found by its history, spelling, a typo or its unique name, and by nothing else", () => {
  const find = createTargetFinder({
    urls: [
      "/guides/quick-start",
      "/guides/webhooks",
      "/api/get-user",
      "/api/get-users",
      "/v1/tools",
      "/v2/tools",
      "/a/overview",
    ],
    moved: (url) => (url === "/old" ? "/guides/webhooks" : undefined),
    wasRemoved: (url) => url === "/guides/webhook",
  });
  for (const [broken, target] of [
    ["/old", "/guides/webhooks"],
    ["/guides/webhook", undefined],
    ["/Guides/Quick_Start.html", "/guides/quick-start"],
    ["/guides/quick-strat", "/guides/quick-start"],
    ["/guide/quick-start", "/guides/quick-start"],
    ["/reference/quick-start", undefined],
    ["/learn/webhooks", "/guides/webhooks"],
    ["/api/get-userr", undefined],
    ["/v3/tools", undefined],
    ["/b/overview", undefined],
  ] as const) {
    expect(find(broken).url, broken).toBe(target);
  }
});

test("a page at an address that a build generates is in the navigation, even if docs.json doesn't name it", async () => {
  const settings = JSON.parse(settingsFor(["index"]));
  const api = { group: "API", pages: ["api/overview"], openapi: { source: "api.json", directory: "api" } };
  settings.navigation.groups.push(api);
  const operation = { tags: ["accounts"], summary: "Get address balance", responses: { 200: { description: "OK" } } };
  const description = {
    openapi: "3.1.0",
    info: { title: "API", version: "1" },
    paths: { "/balance": { get: operation } },
  };
  const files = {
    "docs.json": JSON.stringify(settings),
    "index.mdx": "Home\n",
    "api/overview.mdx": "Hello.\n",
    "api/accounts/get-address-balance.mdx": "---\nopenapi: get /balance\n---\n",
    "api.json": JSON.stringify(description),
  };
  for (const prompt of ["add orphan pages to navigation", "list unused pages and images"]) {
    expect(await runOn(files, prompt)).toMatchObject({ changed: {}, declined: [] });
  }
});

test("a page that an API description on another server may list is neither added nor called unused", async () => {
  const settings = JSON.parse(settingsFor(["index", "api/overview"]));
  const openapi = { source: "https://api.example.com/openapi.json", directory: "api" };
  settings.navigation.groups.push({ group: "API", openapi });
  const files = {
    "docs.json": JSON.stringify(settings),
    "index.mdx": "Home\n",
    "api/overview.mdx": "Hello.\n",
    "api/accounts/balance.mdx": "Text\n",
  };
  const history = { renames: new Map([["api/users.mdx", "api/overview.mdx"]]), removed: new Set<string>() };
  const added = await runOn(files, "add orphan pages to navigation");
  expect(added.changed).toEqual({});
  expect(added.declined).toMatchObject([{ path: "api/accounts/balance.mdx", why: expect.stringContaining("server") }]);
  for (const prompt of ["list unused pages and images", "add missing redirects for moved pages"])
    expect(await runOn(files, prompt, history), prompt).toMatchObject({ changed: {}, declined: [] });
});

test("an index page of a folder that the navigation lists is used", async () => {
  const files = { "docs.json": settingsFor(["index", "v1/index"]), "index.mdx": "Home\n", "v1/index.mdx": "Old\n" };
  expect((await runOn(files, "list unused pages and images")).declined).toEqual([]);
});
