import { describe, expect, test } from "vitest";
import { findPages } from "./find-pages.ts";
import type { PageToIndex } from "./page-to-index.ts";
import { find, indexOf, page, paths } from "./search-test-support.ts";
import { americanSpelling } from "./word-terms.ts";

const docs = await indexOf(
  page("/guides/start", ["Install the server and open a page.", "First steps: Create a project and publish it."], {
    title: "Quickstart",
    description: "From nothing to a published site.",
    breadcrumb: ["Guides"],
  }),
  page("/guides/plugins", [
    "Plugins extend the server.",
    "Load order: Plugins are loaded in the order of the list.",
    "Community plugins: fastly-cache stores replies. mailer sends letters. fastly-auth checks who asks.",
  ]),
  page("/reference/config", [
    "server.port: The port that the server listens on. ```server.port = 8080```",
    "optimizeDeps.include: Packages that are bundled before the first start.",
    "import.meta.env: Variables of the environment, such as import.meta.env.MODE.",
  ]),
  page("/reference/errors", ["ERR_PORT_IN_USE: Another process listens on the port.", "use: Adds a handler."], {
    title: "Errors",
  }),
  page("/guides/colors", "Colors: The behavior of colors is customized in the centre. Updates can be canceled."),
  page("/de/start", "Die Konfiguration der Umgebung für Anfänger. Überprüfung."),
  page("/ru/config", "Настройка сервера."),
  page("/zh/config", "环境变量: 在配置文件中设置环境变量。"),
);

describe("matching", () => {
  test.each([
    ["an identifier exactly as written", "optimizeDeps.include", "/reference/config"],
    ["an identifier in another case", "OPTIMIZEDEPS", "/reference/config"],
    ["an identifier in parts", "optimize deps", "/reference/config"],
    ["a dotted prefix of an identifier", "import.meta", "/reference/config"],
    ["an error code", "ERR_PORT_IN_USE", "/reference/errors"],
    ["a whole question", "How can I change the order in which my plugins are loaded?", "/guides/plugins"],
    ["a title", "quickstart", "/guides/start"],
    ["a description", "published site", "/guides/start"],
    ["another form of a word", "publishing", "/guides/start"],
    ["a word without its accents", "uberprufung", "/de/start"],
    ["a word with accents", "für Anfänger", "/de/start"],
    ["a Chinese word", "环境变量", "/zh/config"],
    ["a Chinese word inside a longer run", "配置文件", "/zh/config"],
    ["one Chinese character", "配", "/zh/config"],
    ["a British spelling", "colour behaviour", "/guides/colors"],
    ["a typo", "plguins", "/guides/plugins"],
    ["two typos in a long word", "comunnity", "/guides/plugins"],
    ["a typo in Cyrillic", "настройга", "/ru/config"],
    ["an entry of a long list", "fastly-auth", "/guides/plugins"],
  ])("a search finds a page by %s", (_name, query, path) => {
    expect(paths(docs, query, { isTyping: true })[0]).toBe(path);
  });

  test.each([
    ["colours", "color"],
    ["behaviour", "behavior"],
    ["organisations", "organization"],
    ["customising", "customize"],
    ["optimised", "optimize"],
    ["cancelled", "canceling"],
    ["labelling", "labels"],
    ["analyse", "analyzed"],
    ["centre", "centers"],
    ["catalogues", "catalog"],
    ["licences", "license"],
  ])("a search treats %s and %s as the same word", async (british, american) => {
    const index = await indexOf(page("/a", `Much about ${american} here.`), page("/b", "Something else."));
    expect(paths(index, british)).toEqual(["/a"]);
  });

  test.each(["called", "exercise", "precise", "four", "rise"])(
    "%s is not changed as if it were a British spelling",
    (word) => {
      expect(americanSpelling(word)).toBe(word);
    },
  );

  test("a query of only stop words finds a heading that consists of them", () => {
    const [first] = find(docs, "use");
    expect([first?.path, first?.passages[0]?.anchor]).toEqual(["/reference/errors", "use"]);
  });

  test("words that phrase a question count less than its subject", async () => {
    const api = ["/api/ask", "/api/read"].map((path) => page(path, "Response: 429 over a limit."));
    const others = ["/a", "/b", "/c", "/d"].map((path) => page(path, "Something else."));
    const characters = page("/write/characters", "Characters with a meaning: They mean something.");
    const index = await indexOf(characters, ...api, ...others);
    expect(paths(index, "What does a 429 mean?")[0]).toMatch(/^\/api\//);
    expect(paths(index, "mean")).toEqual(["/write/characters"]);
  });

  test.each(["", "   ", "?!", "—", "zzzzzz qqqqqq"])("a search for %j finds nothing", (query) => {
    expect(paths(docs, query)).toEqual([]);
  });

  test("only while the visitor types, the last word also matches longer words that start with it", () => {
    expect(paths(docs, "quic", { isTyping: true })).toEqual(["/guides/start"]);
    expect(paths(docs, "server configurat", { isTyping: true })).toContain("/reference/config");
    expect(paths(docs, "quic sta")).toEqual([]);
    expect(paths(docs, "quic ", { isTyping: true })).toEqual([]);
  });

  test("a typo in the last word is corrected before a shorter word is tried", async () => {
    const index = await indexOf(page("/a", "All data."), page("/b", "The database."));
    expect(paths(index, "databse", { isTyping: true })).toEqual(["/b"]);
  });

  test("a word that is in the index isn't corrected to another", async () => {
    const index = await indexOf(page("/a", "The host of the site."), page("/b", "The post of the site."));
    expect(paths(index, "host")).toEqual(["/a"]);
  });
});

describe("ranking", () => {
  test("a page with the whole identifier comes before pages with more of its parts", async () => {
    const index = await indexOf(
      page("/a", "Routes and heads and routes. Expose a route. Expose the head. Head, head, route, expose."),
      page("/b", "Long text around it. Set exposeHeadRoutes to false in the options of the server, and restart it."),
    );
    expect(paths(index, "exposeHeadRoutes")[0]).toBe("/b");
  });

  test("a page about the subject comes before one that only mentions it", async () => {
    const index = await indexOf(
      page("/plugins", "Hooks, hooks and more hooks. A plugin may add hooks."),
      page("/hooks", "They run before and after a request."),
    );
    expect(paths(index, "hooks")[0]).toBe("/hooks");
  });

  test("a match in a heading ranks higher than a match in the text", async () => {
    const index = await indexOf(
      page("/one", "Intro: About the proxy and its port."),
      page("/two", "Proxy: Where it listens."),
    );
    expect(paths(index, "proxy")[0]).toBe("/two");
  });

  test("a passage with all words of the query ranks higher than one with only the rarest word", async () => {
    const index = await indexOf(
      page("/one", "The webhook. A webhook again, and one more webhook."),
      page("/two", "The secret of a webhook is rotated here."),
      page("/three", "A secret is rotated."),
      page("/four", "Rotated pictures and a secret."),
    );
    expect(paths(index, "rotate webhook secret")[0]).toBe("/two");
  });

  test("a boost decides between pages that match about equally well", async () => {
    const lifted = await indexOf(
      page("/a", "The proxy."),
      page("/b", "The proxy.", { boost: 3 }),
      page("/c", "The proxy."),
    );
    expect(paths(lifted, "proxy")[0]).toBe("/b");
    const lowered = await indexOf(
      page("/a", "The proxy.", { boost: 0.2 }),
      page("/b", "Of the proxy, the proxy and more."),
    );
    expect(paths(lowered, "proxy").at(-1)).toBe("/a");
  });

  test("a page that only mentions the subject doesn't come first, even with the highest boost", async () => {
    const index = await indexOf(
      page("/deploy/domains", "Add a TXT record: The TXT record at your DNS host proves that the domain is yours.", {
        title: "Custom domain",
      }),
      page("/cli", ["Install the command line.", "Flags: A record of every run is kept for your domain."], {
        title: "Commands",
        boost: 10,
      }),
      page("/deploy/overview", "Where a site is published.", { title: "Deploy", boost: 10 }),
    );
    expect(paths(index, "TXT record for my domain")).toEqual(["/deploy/domains", "/cli"]);
    expect(paths(index, "custom domain")[0]).toBe("/deploy/domains");
  });

  test("answers ignore boosts, and find a page by its title even if its author has lowered it", async () => {
    const boosted = [
      page("/a", "The proxy."),
      page("/b", "The proxy.", { boost: 10 }),
      page("/proxy", "Where it listens.", { title: "Proxy", boost: 0.1 }),
    ];
    const plain = boosted.map((one) => ({ ...one, boost: 1 }));
    const ranked = async (pages: PageToIndex[], query: string) =>
      find(await indexOf(...pages), query, { audience: "assistant" }).map(({ path, score }) => [path, score]);
    for (const query of ["proxy", "where does the proxy listen"]) {
      expect(await ranked(boosted, query)).toEqual(await ranked(plain, query));
    }
    expect((await ranked(boosted, "proxy"))[0]?.[0]).toBe("/proxy");
    const isExact = async (audience: "search" | "assistant") =>
      find(await indexOf(...boosted), "proxy", { audience }).some((found) => found.isExact);
    expect(await isExact("assistant")).toBe(true);
    expect(await isExact("search")).toBe(false);
  });

  test("a page is found by its keywords, which aren't shown", async () => {
    const index = await indexOf(
      page("/a", "Charge a card.", { keywords: ["payment"] }),
      page("/b", "A list of payment words."),
    );
    const [first] = find(index, "payment");
    expect(first?.path).toBe("/a");
    expect(first?.passages[0]?.snippet.text).toBe("Charge a card.");
  });

  test("among equal matches, the open page and its neighbors come first", async () => {
    const index = await indexOf(
      page("/a/one", "The proxy."),
      page("/b/one", "The proxy."),
      page("/b/two", "The proxy."),
    );
    expect(paths(index, "proxy", { currentPath: "/b/two" })).toEqual(["/b/two", "/b/one", "/a/one"]);
    expect(paths(index, "proxy", { currentPath: "b/two/?q=1#x" })[0]).toBe("/b/two");
    expect(paths(index, "proxy", { currentPath: "/nowhere" })).toHaveLength(3);
  });

  test("the default version comes first, unless a page of another version is open", async () => {
    const version = (name: string, isDefault: boolean) => ({ facets: { version: name }, isDefault });
    const index = await indexOf(
      page("/v1/start", "The proxy.", version("1", false)),
      page("/v2/start", "The proxy.", version("2", true)),
      page("/v1/other", "Another.", version("1", false)),
    );
    expect(paths(index, "proxy")).toEqual(["/v2/start"]);
    expect(paths(index, "proxy", { currentPath: "/v1/other" })).toEqual(["/v1/start"]);
  });
});

const visible = (search: boolean, assistant: boolean) => ({ audiences: { search, assistant } });
const partlyHidden = await indexOf(
  page("/open", "The secret of the proxy."),
  page("/hidden", "The secret of the proxy.", { title: "Unpublished", ...visible(false, false) }),
  page("/searchable", "The secret of the proxy.", visible(true, false)),
  page("/askable", "The secret of the proxy.", visible(false, true)),
);

describe("hidden pages", () => {
  test("a page hidden from the audience is never found", () => {
    expect(paths(partlyHidden, "secret").sort()).toEqual(["/open", "/searchable"]);
    expect(paths(partlyHidden, "secret", { audience: "assistant" }).sort()).toEqual(["/askable", "/open"]);
  });

  test("a page hidden from everyone is never found, and its words aren't even in the file", async () => {
    expect(paths(partlyHidden, "unpublished")).toEqual([]);
    const texts = partlyHidden.segments.map(({ body }) => body.read(0, body.length).toString("latin1")).join("");
    expect(texts).toContain("searchabl");
    expect(texts).not.toContain("unpublish");
    expect(texts).not.toContain("hidden");
  });
});

const versions = await indexOf(
  page("/v1/c", "The proxy.", { facets: { version: "1", language: "en" } }),
  page("/v2/a", "The proxy.", { facets: { version: "2", language: "en" } }),
  page("/v2/b", "The proxy.", { facets: { version: "2", language: "DE", tag: "beta" } }),
  page("/all", "The proxy."),
);

describe("results can be filtered by facets and path", () => {
  test.each([
    ["empty", {}, ["/all", "/v1/c", "/v2/a", "/v2/b"]],
    ["a version, which also matches pages without one", { version: "2" }, ["/all", "/v2/a", "/v2/b"]],
    ["a number instead of a string", { version: 2 }, ["/all", "/v2/a", "/v2/b"]],
    ["two keys together", { version: "2", language: "de" }, ["/all", "/v2/b"]],
    ["one of several values", { version: ["1", "2"], language: "en" }, ["/all", "/v1/c", "/v2/a"]],
    ["a key that few pages have", { tag: "stable" }, ["/all", "/v1/c", "/v2/a"]],
    ["a key that no page has", { color: "red" }, ["/all", "/v1/c", "/v2/a", "/v2/b"]],
    ["the start of the path", { path: "/v2" }, ["/v2/a", "/v2/b"]],
    ["a path without its slash", { path: "v2/a" }, ["/v2/a"]],
    ["one of several paths", { path: ["/v1", "/all"] }, ["/all", "/v1/c"]],
    ["an unknown path", { path: "/v3" }, []],
    ["a key without any value", { version: [] }, ["/all"]],
    ["a name that every object has", { constructor: "x", __proto__: "y" }, ["/all", "/v1/c", "/v2/a", "/v2/b"]],
  ])("a filter can be %s", (_name, filter, expected) => {
    expect(paths(versions, "proxy", { filter }).sort()).toEqual(expected);
  });
});

describe("search results", () => {
  test("a result has the page's data, the best anchor and a highlighted snippet", () => {
    const [first] = find(docs, "first steps: create a project");
    expect(first).toMatchObject({
      path: "/guides/start",
      title: "Quickstart",
      description: "From nothing to a published site.",
      breadcrumb: ["Guides"],
    });
    const [passage] = first?.passages ?? [];
    expect(passage).toMatchObject({ anchor: "first-steps", headingPath: ["First steps"] });
    const { text, highlights } = passage?.snippet ?? { text: "", highlights: [] };
    expect(highlights.map(({ start, end }) => text.slice(start, end))).toEqual(["Create", "project"]);
  });

  test("a page is listed once, no matter how many of its passages match", async () => {
    const index = await indexOf(page("/a", ["One: proxy", "Two: proxy", "Three: proxy"]), page("/b", "proxy"));
    expect(paths(index, "proxy").sort()).toEqual(["/a", "/b"]);
    expect(
      find(index, "proxy", { passagesMax: 3 })
        .map(({ passages }) => passages.length)
        .sort(),
    ).toEqual([1, 3]);
  });

  test("the best page's score is its coverage of the query, and other pages score less", () => {
    const whole = find(docs, "plugins load order");
    expect(whole[0]?.score).toBeCloseTo(1);
    const half = find(docs, "plugins of the zymurgy");
    expect(half[0]?.score).toBeGreaterThan(0);
    expect(half[0]?.score).toBeLessThan(0.6);
    for (const { score } of [...whole, ...half]) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  test("a result doesn't repeat the page's title in its headings", async () => {
    const sections = [
      { headingPath: ["Routes"], anchor: "routes", blocks: [{ kind: "text" as const, text: "All of them." }] },
      {
        headingPath: ["Routes", "Options"],
        anchor: "options",
        blocks: [{ kind: "text" as const, text: "The prefix." }],
      },
    ];
    const index = await indexOf(page("/routes", [], { title: "Routes", sections }));
    const [first] = find(index, "all routes");
    expect(first?.passages[0]).toMatchObject({ headingPath: [], anchor: "routes" });
    expect(find(index, "prefix")[0]?.passages[0]?.headingPath).toEqual(["Options"]);
    expect(findPages(index, { query: "all of them" })[0]?.metadata).toMatchObject({
      anchor: "routes",
      heading: "Routes",
    });
  });

  test("a result may have no text besides its title", async () => {
    const index = await indexOf(page("/empty", [], { title: "Roadmap" }));
    expect(find(index, "roadmap")).toMatchObject([
      { path: "/empty", passages: [{ blocks: [], snippet: { text: "" } }] },
    ]);
  });
});

test("a search leaves no state behind for the next one", () => {
  const before = JSON.stringify(find(docs, "plugins"));
  find(docs, "server port environment configuration of everything in the order");
  expect(JSON.stringify(find(docs, "plugins"))).toBe(before);
  expect(docs.scratch.passageScores.every((score) => score === 0)).toBe(true);
});

test("an index without pages can be searched", async () => {
  expect(paths(await indexOf(), "anything", { filter: { version: "1", path: "/a" }, currentPath: "/a" })).toEqual([]);
});

describe("sites in several versions and languages", async () => {
  const of = (language: string, version: string, isDefault = false) => ({
    facets: { language, version },
    isDefault,
    title: "Limits",
  });
  const branched = await indexOf(
    page("/v2/limits", "A server takes 40 requests.", of("en", "v2", true)),
    page("/v1/limits", "A server takes 20 requests.", of("en", "v1")),
    page("/fr/v2/limits", "Un serveur prend 40 requests.", of("fr", "v2")),
    page("/fr/v1/limits", "Un serveur prend 20 requests.", of("fr", "v1")),
    page("/fr/v1/notes/old", "Un serveur: requests.", { ...of("fr", "v1"), title: "Notes" }),
    page("/v1/other/limits", "Of requests to another server.", of("en", "v1")),
  );

  test("a page that exists in several branches is shown once, in the default version and language", () => {
    const found = paths(branched, "server requests");
    expect(found[0]).toBe("/v2/limits");
    expect(found.toSorted()).toEqual(["/fr/v1/notes/old", "/v1/other/limits", "/v2/limits"]);
  });

  test("a page that exists in several branches is shown in the visitor's branch", () => {
    expect(paths(branched, "requests", { currentPath: "/fr/v1/notes/old" })[0]).toMatch(/^\/fr\/v1\//);
    expect(paths(branched, "requests", { currentPath: "/fr/v1/notes" })[0]).toMatch(/^\/fr\/v1\//);
  });

  test("a search with a filter shows only the branch that the filter names", () => {
    expect(paths(branched, "requests", { filter: { language: "fr", version: "v2" } })).toEqual(["/fr/v2/limits"]);
    const both = paths(branched, "server requests", { filter: { language: "fr", version: ["v1", "v2"] } });
    expect(both.toSorted()).toEqual(["/fr/v1/limits", "/fr/v1/notes/old", "/fr/v2/limits"]);
  });
});

describe("questions in other languages", async () => {
  const languages = await indexOf(
    page("/fr/reports", "Un rapport montre des mesures.", { title: "Créer un rapport", facets: { language: "fr" } }),
    page("/fr/share", ["Partager: Comment partager un rapport.", "Comment: Un rapport se partage."], {
      title: "Comment un rapport se partage",
      facets: { language: "fr" },
    }),
    page("/de/start", "Eine Anleitung.", { facets: { language: "de" } }),
    page("/comments", "Add a comment to a line.", { facets: { language: "en" } }),
    page("/ja/sweep", "スイープの作成", { title: "スイープを作成する", facets: { language: "ja" } }),
    page("/ja/team", "チーム", { title: "チームを削除するにはどうすればよいですか", facets: { language: "ja" } }),
    page("/ko/track", "실험을 추적합니다", { title: "실험 추적", facets: { language: "ko" } }),
    page("/ko/save", "코드를 저장합니다", {
      title: "코드를 저장하려면 어떻게 해야 하나요",
      facets: { language: "ko" },
    }),
  );

  test.each([
    ["French", "Comment créer un rapport ?", "/fr/reports"],
    ["Japanese", "スイープを作成するにはどうすればよいですか", "/ja/sweep"],
    ["Korean", "실험을 추적하려면 어떻게 해야 하나요?", "/ko/track"],
    ["English with a word that is a question word in French", "comment", "/comments"],
  ])("a question in another language finds the page about its subject: %s", (_language, query, path) => {
    expect(paths(languages, query)[0]).toBe(path);
  });
});

test("a page whose title is the query comes before pages that mention it more often", async () => {
  const index = await indexOf(
    page("/concepts/pools", "A work pool is where work is done.", { title: "Work pools" }),
    page("/pools", ["A pool.", "Delete a work pool: What is done in a work pool is deleted with the work pool."], {
      title: "Managing pools",
    }),
    page("/other", "Something else."),
  );
  expect(paths(index, "What is a work pool?")[0]).toBe("/concepts/pools");
});

describe("meaning", async () => {
  const index = await indexOf(
    page("/listen", "Listen on all addresses: Set the host so that other devices on the network can connect.", {
      title: "Server options",
    }),
    page("/erase", "Remove records: Rows are deleted from the database for good.", { title: "Storage" }),
    page("/paint", "Choose a palette: Set the primary color of the theme.", { title: "Design" }),
    page("/words", "Wanted: I tried that today.", { title: "Glossary" }),
  );

  test.each([
    ["wanted: reach it from my phone over wifi", "/listen"],
    ["wanted: throw away customer information", "/erase"],
    ["wanted: make everything look blue", "/paint"],
  ])("%j finds a page that has none of its words", (query, path) => {
    expect(paths(index, query).filter((found) => found !== "/words")[0]).toBe(path);
  });

  test("a query whose words are all on one page is ranked by words alone", () => {
    expect(paths(index, "primary color")).toEqual(["/paint"]);
  });
});

describe("exact titles", () => {
  const mentions = Array.from({ length: 40 }, (_, number) =>
    page(`/guides/page-${number}`, [`Custom domain: A custom domain needs a custom domain record ${number}.`], {
      title: `Custom domain ${number}`,
      keywords: ["custom", "domain"],
    }),
  );

  test("a page whose title is the query is found as a whole and comes before pages that repeat its words", async () => {
    const index = await indexOf(
      ...mentions,
      page("/settings", "How to bring your own name.", { title: "Custom Domain!" }),
    );
    const [first, second] = find(index, "custom domain");
    expect(first).toMatchObject({ path: "/settings", isExact: true, score: expect.closeTo(1) });
    expect(second).toMatchObject({ isExact: false });
    expect(second?.score).toBeLessThanOrEqual(1.000_001);
  });

  test("a page whose title is the query isn't moved up if its author has lowered it", async () => {
    const quiet = page("/settings", "How to bring your own name.", { title: "Custom domain", boost: 0.5 });
    expect(paths(await indexOf(...mentions, quiet), "custom domain")[0]).not.toBe("/settings");
  });

  test("a page whose title is the query comes first only in the visitor's language", async () => {
    const inLanguage = (language: string, isDefault: boolean) => ({ facets: { language }, isDefault });
    const index = await indexOf(
      page("/", "Welcome.", { title: "Introduction", ...inLanguage("en", true) }),
      page("/fr", "Bienvenue.", { title: "Introduction", ...inLanguage("fr", false) }),
      page("/fr/api", "Une API.", { title: "Introduction", ...inLanguage("fr", false) }),
      page("/guides/start", "The introduction to the introduction.", {
        title: "An introduction",
        ...inLanguage("en", true),
      }),
    );
    expect(paths(index, "introduction").slice(0, 2)).toEqual(["/", "/guides/start"]);
    expect(paths(index, "introduction")).not.toContain("/fr");
    expect(paths(index, "introduction", { currentPath: "/fr/api" })[0]).toMatch(/^\/fr/);
    expect(find(index, "introduction", { filter: { language: "fr" } }).map(({ isExact }) => isExact)).toEqual([
      true,
      true,
    ]);
  });
});
