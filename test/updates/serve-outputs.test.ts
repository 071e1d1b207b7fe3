import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onDatabaseOfRun } from "../support/database.ts";
import type { Files } from "./clone.ts";
import { type HostedProject, type Publisher, type ReadOptions, smallProject, startPublisher } from "./publisher.ts";

const settings = {
  theme: "mint",
  name: "ACME",
  colors: { primary: "#3b5bdb" },
  navigation: { pages: ["index", "guides/start", "section/index", "größe", "secret"] },
};
const site: Files = {
  "docs.json": JSON.stringify(settings),
  "index.mdx": "---\ntitle: Welcome\n---\n\nThe first words.\n",
  "guides/start.mdx": `---\ntitle: Start\n---\n\n<Note>How to begin.</Note>\n\n${"The same words again. ".repeat(200)}\n`,
  "section/index.mdx": "---\ntitle: Section\n---\n\nPart one.\n",
  "größe.mdx": "---\ntitle: Size\n---\n\nHow large.\n",
  "secret.mdx": "---\ntitle: Secret\nrobots: noindex\n---\n\nNot for engines.\n",
  "hidden.mdx": "---\ntitle: Hidden\nhidden: true\n---\n\nFor those who know.\n",
  "data.json": '{"a":1}',
  ".mintlify/skills/one/SKILL.md": "---\ndescription: The first\n---\n\nDo one.\n",
  ".mintlify/skills/two/SKILL.md": "---\ndescription: The second\n---\n\nDo two.\n",
};
const markdown = { accept: "text/markdown" };

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  let acme: HostedProject;
  const ask = (path: string, options?: ReadOptions) => lectern.read("acme", path, options);

  beforeAll(async () => {
    lectern = await startPublisher(dialect);
    const [published] = await Promise.all([
      lectern.publish("acme", site),
      lectern.publish(
        "zenith",
        { ...smallProject, "secret-plan.mdx": "# The plan of Zenith\n" },
        {
          customDomains: ["docs.zenith.example"],
        },
      ),
    ]);
    acme = published;
    expect(published.first.status).toBe("success");
  });
  afterAll(() => lectern.close());

  describe("a page as Markdown", () => {
    test.each([
      ["/guides/start.md", {}, "text/markdown; charset=utf-8"],
      ["/guides/start", markdown, "text/markdown; charset=utf-8"],
      ["/guides/start", { accept: "text/plain" }, "text/plain; charset=utf-8"],
      ["/guides/start.md", { accept: "text/plain" }, "text/plain; charset=utf-8"],
    ])("%s requested with %j has the type %s", async (path, headers, type) => {
      const reply = await ask(path, { headers });
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, type]);
      expect(reply.headers.vary).toBe("accept, accept-encoding");
      expect(reply.text).toMatch(/^# Start\n\n> Index .*\n\n> \*\*Note:\*\* How to begin\.\n/);
    });

    test("the home page is at /index.md, and a folder's index page is next to the folder", async () => {
      expect((await ask("/index.md")).text).toMatch(/^# Welcome\n\n> Index .*\n\nThe first words\.\n$/);
      expect((await ask("/", { headers: markdown })).text).toContain("The first words.");
      expect((await ask("/section.md")).text).toContain("Part one.");
      const { status, headers } = await ask("/section/index.md");
      expect([status, headers.location]).toEqual([308, "/section.md"]);
      expect((await ask("/guides/start.md/")).headers.location).toBe("/guides/start.md");
    });

    test("a client that doesn't ask for Markdown gets the page as HTML", async () => {
      for (const accept of ["*/*", "text/html", "text/html,application/xhtml+xml,*/*;q=0.8"]) {
        const { headers } = await ask("/guides/start", { headers: { accept } });
        expect([accept, headers["content-type"]]).toEqual([accept, "text/html; charset=utf-8"]);
        expect(headers.vary).toBe("accept, accept-encoding");
      }
    });

    test("a file that isn't a page is served unchanged to clients that ask for Markdown", async () => {
      const { status, headers, text } = await ask("/data.json", { headers: markdown });
      expect([status, headers["content-type"], text]).toEqual([200, "application/json; charset=utf-8", '{"a":1}']);
      expect((await ask("/nowhere", { headers: markdown })).status).toBe(404);
    });

    test("the Markdown of a page is compressed, has its own ETag, and HEAD returns the same headers", async () => {
      const page = await ask("/guides/start");
      const plain = await ask("/guides/start", { headers: markdown });
      expect(plain.headers.etag).not.toBe(page.headers.etag);
      const packed = await ask("/guides/start.md", { headers: { "accept-encoding": "br, gzip" } });
      expect(packed.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(packed.body).toString()).toBe(plain.text);
      const again = await ask("/guides/start", {
        headers: { ...markdown, "if-none-match": String(plain.headers.etag) },
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      const other = await ask("/guides/start", { headers: { "if-none-match": String(plain.headers.etag) } });
      expect(other.status).toBe(200);
      const head = await ask("/guides/start", { method: "HEAD", headers: markdown });
      expect(head.headers).toMatchObject({ etag: plain.headers.etag, "content-length": String(plain.body.length) });
    });
  });

  describe("a site's description of itself", () => {
    test.each([
      ["/llms.txt", "text/plain; charset=utf-8"],
      ["/.well-known/llms.txt", "text/plain; charset=utf-8"],
      ["/llms-full.txt", "text/plain; charset=utf-8"],
      ["/.well-known/llms-full.txt", "text/plain; charset=utf-8"],
      ["/sitemap.xml", "application/xml; charset=utf-8"],
      ["/robots.txt", "text/plain; charset=utf-8"],
    ])("%s lists the pages under the site's address", async (path, type) => {
      const { status, headers, text } = await ask(path);
      expect([status, headers["content-type"]]).toEqual([200, type]);
      expect(text).toContain(`http://acme.localhost:${lectern.port}/`);
      expect(text).not.toContain("zenith");
    });

    test("a site with a custom domain lists its pages under that domain on every host", async () => {
      const address = `http://docs.zenith.example:${lectern.port}/guides/start`;
      for (const host of [`zenith.localhost:${lectern.port}`, "docs.zenith.example"]) {
        expect((await lectern.read("zenith", "/sitemap.xml", { host })).text).toContain(`<loc>${address}</loc>`);
        expect((await lectern.read("zenith", "/llms.txt", { host })).text).toContain(`${address}.md`);
      }
    });

    test("every page links to the files for agents", async () => {
      const { headers } = await ask("/gr%C3%B6%C3%9Fe");
      expect(headers["x-llms-txt"]).toBe("/llms.txt");
      expect(headers.link).toBe(
        '</llms.txt>; rel="llms-txt", </llms-full.txt>; rel="llms-full-txt", </gr%C3%B6%C3%9Fe.md>; rel="alternate"; type="text/markdown"',
      );
      const written = await ask("/guides/start.md");
      expect(written.headers.link).toContain('</guides/start>; rel="canonical"');
      expect((await ask("/index.md")).headers.link).toContain('</>; rel="canonical"');
      expect((await ask("/data.json")).headers.link).toBeUndefined();
    });

    test("skills are served at their addresses, with the right hash", async () => {
      const { headers, text } = await ask("/.well-known/agent-skills/index.json");
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      const { skills } = JSON.parse(text) as { skills: { name: string; url: string; digest: string }[] };
      expect(skills.map((skill) => skill.name)).toEqual(["one", "two"]);
      for (const { url, digest } of skills) {
        const skill = await ask(new URL(url).pathname);
        expect(skill.headers["content-type"]).toBe("text/markdown; charset=utf-8");
        expect(digest).toBe(`sha256:${createHash("sha256").update(skill.body).digest("hex")}`);
      }
      const { status, headers: moved } = await ask("/skill.md");
      expect([status, moved.location]).toEqual([307, "/.well-known/agent-skills/index.json"]);
      expect((await ask("/.mintlify/skills/one/SKILL.md")).status).toBe(404);
    });

    test("a page that search engines must not list says so as HTML and as Markdown", async () => {
      const page = await ask("/hidden");
      expect(page.text).toContain('<meta name="robots" content="noindex">');
      expect((await ask("/hidden.md")).headers["x-robots-tag"]).toBe("noindex");
      expect((await ask("/secret")).text).toContain('<meta name="robots" content="noindex">');
      expect((await ask("/secret.md")).headers["x-robots-tag"]).toBe("noindex");
      expect((await ask("/sitemap.xml")).text).not.toContain("/secret");
      expect((await ask("/guides/start.md")).headers["x-robots-tag"]).toBeUndefined();
    });
  });

  test("a preview is not listed by search engines, and lists its own pages", async () => {
    const clone = await acme.clone();
    await clone.commit({ "index.mdx": "---\ntitle: Next\n---\n\nNew words.\n" });
    await clone.push("HEAD:next");
    const { statusId } = await lectern.client.createPreview({ projectId: acme.project.id, branch: "next" });
    expect((await lectern.ended(statusId)).status).toBe("success");
    for (const path of ["/", "/index.md", "/llms.txt", "/guides/start", "/nowhere"]) {
      const { headers } = await lectern.read("next--acme", path);
      expect([path, headers["x-robots-tag"]]).toEqual([path, "noindex"]);
    }
    expect((await lectern.read("next--acme", "/llms.txt")).text).toContain(
      `http://next--acme.localhost:${lectern.port}/`,
    );
    expect((await ask("/llms.txt")).headers["x-robots-tag"]).toBeUndefined();
  });
});
