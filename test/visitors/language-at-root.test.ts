import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownImage, type Publisher, startPublisher } from "../updates/publisher.ts";

describe("a site that leads readers to their language", () => {
  let lectern: Publisher;
  const browser = { accept: "text/html,*/*;q=0.8" };
  const ask = async (path: string, headers: Record<string, string>) => {
    const reply = await lectern.read("acme", path, { headers: { ...browser, ...headers } });
    return { ...reply, result: [reply.status, reply.headers.location] };
  };

  beforeAll(async () => {
    lectern = await startPublisher("sqlite");
    const navigation = {
      languages: [
        { language: "en", pages: ["index", "start"] },
        { language: "fr", pages: ["fr/index", "fr/start"] },
        { language: "jp", pages: ["jp/index"] },
      ],
    };
    const config = { theme: "mint", name: "ACME", colors: { primary: "#3b5bdb" }, seo: ownImage, navigation };
    const page = (title: string) => `---\ntitle: ${title}\n---\n\nWords.\n`;
    await lectern.publish("acme", {
      "docs.json": JSON.stringify({ ...config, lectern: { detectLanguage: true } }),
      "index.mdx": page("Welcome"),
      "start.mdx": page("Start"),
      "fr/index.mdx": page("Bienvenue"),
      "fr/start.mdx": page("Commencer"),
      "jp/index.mdx": page("ようこそ"),
    });
  });
  afterAll(() => lectern.close());

  test("the root redirects by the language of the browser, and replies are never mixed", async () => {
    for (const [language, result] of [
      ["fr-CA,fr;q=0.9", [307, "/fr"]],
      ["en-US", [200, undefined]],
      ["ja", [307, "/jp"]],
      ["de", [200, undefined]],
      ["fr", [307, "/fr"]],
    ] as const) {
      const reply = await ask("/", { "accept-language": language });
      expect([language, reply.result]).toEqual([language, result]);
      expect(reply.headers.vary).toMatch(/accept-language, cookie$/);
      expect(reply.headers["cache-control"]).toBe("private, no-cache");
    }
    expect((await ask("/?ref=mail", { "accept-language": "fr" })).result).toEqual([307, "/fr?ref=mail"]);
  });

  test("an explicit choice wins", async () => {
    const { text } = await ask("/fr", {});
    expect(text).toContain('switcher-language" data-remembered>');
    expect((await ask("/", { "accept-language": "fr", cookie: "lectern-language=en" })).result).toEqual([
      200,
      undefined,
    ]);
    expect((await ask("/", { "accept-language": "en", cookie: "lectern-language=ja" })).result).toEqual([307, "/jp"]);
  });

  test("only the root depends on the language", async () => {
    const reply = await ask("/start", { "accept-language": "fr" });
    expect([reply.status, reply.headers.vary]).toEqual([200, "accept, accept-encoding"]);
    const markdown = await ask("/", { "accept-language": "fr", accept: "text/markdown" });
    expect([markdown.status, markdown.headers.vary]).toEqual([200, "accept, accept-encoding"]);
  });
});
