import { expect, test } from "vitest";
import { runOn, settingsFor } from "../rules-test-support.ts";

const site = {
  "docs.json": settingsFor(["index", "guides/quick-start", "guides/webhooks", "reference/limits"]),
  "index.mdx": "---\ntitle: Home\n---\n\nHello.\n",
  "guides/quick-start.mdx": "# Start\n",
  "guides/webhooks.mdx": "# Webhooks\n",
  "reference/limits.mdx": "# Limits\n",
};

test("a typo in a link is fixed wherever it occurs, and nothing else changes", async () => {
  const page = [
    "\uFEFF---",
    "title:   'Kept  as it is'",
    "---",
    "",
    'See [start](/guides/quik-start "Title") and ![not a link](/guides/quik-start.png),',
    "[relative](../guides/webhoks.mdx?x=1#signatures), [by name][ref] and <a href='/guides/webhooks/'>fine</a>.  ",
    '<Card title="Start" href="/guides/quick-strat">Text [`code`](/reference/limitts#a)</Card>',
    "",
    "[ref]: <../reference/limis>",
    "",
    "```md",
    "[code](/guides/quik-start)",
    "```",
  ].join("\r\n");
  const { changed, explanations, declined } = await runOn({ ...site, "more/page.mdx": page }, "fix broken links");
  expect(changed).toEqual({
    "more/page.mdx": page
      .replace("](/guides/quik-start ", "](/guides/quick-start ")
      .replace("webhoks", "webhooks")
      .replace("quick-strat", "quick-start")
      .replace("limitts", "limits")
      .replace("limis", "limits"),
  });
  expect(explanations).toHaveLength(5);
  expect(explanations[0]).toMatchObject({ line: 5, rule: "fix-links", after: "/guides/quick-start" });
  expect(declined).toEqual([]);
});

test("a working link with an anchor next to a broken link is no edit", async () => {
  const page = "[good](/guides/webhooks#b) [bad](/guides/webhoks) [also](/guides/webhooks?a=b#c)\n";
  const { explanations, summary } = await runOn({ ...site, "more/page.mdx": page }, "Find broken links and fix them.");
  expect(explanations).toMatchObject([{ before: "/guides/webhoks", after: "/guides/webhooks" }]);
  expect(summary).toBe("Fix broken links: 1 edit in 1 file.");
});

test("a moved page is found by any of its former names, and a removed page is not replaced", async () => {
  const files = { ...site, "index.mdx": "[a](/old/hooks) and [b](/guides/quick-stat)\n" };
  const history = {
    renames: new Map([["old/hooks.md", "guides/webhooks.mdx"]]),
    removed: new Set(["guides/quick-stat.mdx"]),
  };
  const { changed, declined } = await runOn(files, "repair dead links", history);
  expect(changed).toEqual({ "index.mdx": "[a](/guides/webhooks) and [b](/guides/quick-stat)\n" });
  expect(declined).toMatchObject([{ path: "index.mdx", line: 1, what: "the link to /guides/quick-stat" }]);
});

test("links that are ambiguous, mean another version or never had a page are reported and not changed", async () => {
  const files = {
    "docs.json": settingsFor(["v1/tools", "a/cart", "a/card"]),
    "v1/tools.mdx": "[a](/v2/tools) [b](/a/car) [c](/a/billing) [d](/a/feed.xml) [e](https://x.test/a/car)\n",
    "a/cart.mdx": "Text\n",
    "a/card.mdx": "Text\n",
  };
  const { changed, declined } = await runOn(files, "fix broken links");
  expect(changed).toEqual({});
  expect(declined.map(({ what }) => what)).toEqual([
    "the link to /v2/tools",
    "the link to /a/car",
    "the link to /a/billing",
    "the link to /a/feed.xml",
  ]);
});

test("links to redirects, assets and generated API pages are not broken", async () => {
  const files = {
    ...site,
    "docs.json": settingsFor(["index", "guides/webhooks"], {
      redirects: [{ source: "/guides/quick-starts", destination: "/guides/quick-start" }],
      api: { openapi: "openapi.json" },
    }).replace('"guides/webhooks"', '"guides/webhooks", "GET /users"'),
    "openapi.json": JSON.stringify({
      openapi: "3.0.0",
      info: { title: "Users", version: "1" },
      paths: { "/users": { get: { summary: "List users", responses: {} } } },
    }),
    "images/plan.png": "",
    "index.mdx": "[a](/guides/quick-starts) [b](/images/plan.png) [c](/api-reference/list-users)\n",
  };
  const { changed, declined } = await runOn(files, "fix broken links");
  expect(changed).toEqual({});
  expect(declined).toEqual([]);
});

test("a link in docs.json or one of its included files is fixed in place", async () => {
  const files = {
    ...site,
    "docs.json": `{ "theme": "mint", "name": "Test",\t"colors": { "primary": "#16A34A" },
  "navbar": { "$ref": "./parts/navbar.json" },
  "navigation": { "pages": [ "index" ] } }`,
    "parts/navbar.json": '{"links":[ {"label":"Limits", "href":"/reference/limts"} ]}',
  };
  const { changed } = await runOn(files, "fix broken links");
  expect(changed).toEqual({ "parts/navbar.json": files["parts/navbar.json"].replace("limts", "limits") });
});

test("only the page or folder in the prompt is changed", async () => {
  const files = { ...site, "a/one.mdx": "[x](/guides/webhoks)\n", "b/two.mdx": "[x](/guides/webhoks)\n" };
  expect(Object.keys((await runOn(files, "fix broken links in a/")).changed)).toEqual(["a/one.mdx"]);
  expect(Object.keys((await runOn(files, "fix broken links in b/two.mdx")).changed)).toEqual(["b/two.mdx"]);
  const nowhere = await runOn(files, 'fix broken links in the folder "c"');
  expect(nowhere).toMatchObject({ changed: {}, declined: [{ why: "the page or folder c does not exist" }] });
});

test("a link to pages from a remote description is left alone", async () => {
  const navigation = {
    groups: [
      { group: "Own", pages: ["index"] },
      { group: "Events", asyncapi: { source: "https://example.com/async.yaml", directory: "events" } },
      { group: "API", openapi: "https://example.com/openapi.json" },
    ],
  };
  const files = {
    "docs.json": settingsFor(["index"], { navigation }),
    "index.mdx": "[a](/events/websockets/rooms#x) [b](/api-reference/list-users) [c](/event/rooms)\n",
  };
  const { changed, declined } = await runOn(files, "fix broken links");
  expect(changed).toEqual({});
  expect(declined.map(({ what }) => what)).toEqual(["the link to /event/rooms"]);
});

test("a link to a channel of an AsyncAPI description is not broken", async () => {
  const navigation = {
    groups: [
      { group: "Own", pages: ["index"] },
      { group: "Events", asyncapi: "async.yaml" },
    ],
  };
  const files = {
    "docs.json": settingsFor(["index"], { navigation }),
    "async.yaml": "asyncapi: 3.0.0\nchannels:\n  rooms: { address: /rooms }\n",
    "index.mdx": "[a](/api-reference/websockets/rooms) [b](/api-reference/websockets/room)\n",
  };
  const { changed } = await runOn(files, "fix broken links");
  expect(changed).toEqual({
    "index.mdx": "[a](/api-reference/websockets/rooms) [b](/api-reference/websockets/rooms)\n",
  });
});
