import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onDatabaseOfRun } from "../support/database.ts";
import type { Files } from "./clone.ts";
import { type HostedProject, type Publisher, type ReadOptions, smallProject, startPublisher } from "./publisher.ts";

const picture = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256));
const settings = {
  theme: "mint",
  name: "ACME",
  colors: { primary: "#3b5bdb" },
  navigation: { pages: ["index", "guides/start", "guides/end"] },
};
const redirects = [
  { source: "/old", destination: "/guides/start" },
  { source: "/soon", destination: "/guides/end", permanent: false },
  { source: "/blog/:slug*", destination: "/guides/:slug*" },
  { source: "/go/*", destination: "/*" },
  { source: "/out/:slug*", destination: "https://elsewhere.example/:slug*" },
  { source: "/part", destination: "/guides/start#part" },
  { source: "/asked", destination: "/guides/start?from=old" },
  { source: "/encoded", destination: "/guides/start?next=%2Fa%26b c" },
];
const site: Files = {
  ...smallProject,
  "docs.json": JSON.stringify({ ...settings, redirects }),
  "section/index.mdx": "# Section\n",
  "größe.md": "# Size\n",
  "100%-sure?.md": "# Sure\n",
  "long.mdx": `# Long\n\n${"The same words again. ".repeat(500)}\n`,
  "picture.png": picture,
  "data.json": JSON.stringify({ words: "data ".repeat(500) }),
  "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>',
  "program.js": "alert(1)",
  "notes.txt": "plain words",
};

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  let acme: HostedProject;
  let home: string;
  const ask = (path: string, options?: ReadOptions) => lectern.read("acme", path, options);

  beforeAll(async () => {
    lectern = await startPublisher(dialect);
    const [published] = await Promise.all([
      lectern.publish("acme", site, { customDomains: ["docs.acme.example"] }),
      lectern.publish("zenith", {
        ...smallProject,
        "docs.json": JSON.stringify({
          ...settings,
          name: "Zenith",
          colors: { primary: "#ff0000" },
          seo: { trailingSlash: true },
        }),
        "secret-plan.mdx": "# The plan of Zenith\n",
        "plan.png": picture,
      }),
    ]);
    acme = published;
    expect(published.first.status).toBe("success");
    home = (await ask("/")).text;
  });
  afterAll(() => lectern.close());

  describe("conditional requests", () => {
    test("a client that already has a page gets 304 and no body", async () => {
      const { headers } = await ask("/guides/start");
      const again = await ask("/guides/start", { headers: { "if-none-match": String(headers.etag) } });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
      const weak = await ask("/guides/start", { headers: { "if-none-match": `"other", W/${headers.etag}` } });
      expect(weak.status).toBe(304);
      const other = await ask("/guides/start", { headers: { "if-none-match": `"${"0".repeat(64)}"` } });
      expect(other.status).toBe(200);
    });

    test("HEAD returns the same as GET, without the body", async () => {
      for (const path of ["/guides/start", "/picture.png", "/nowhere", "/old", "/guides/start/"]) {
        const [get, head] = await Promise.all([ask(path), ask(path, { method: "HEAD" })]);
        const { date: _date, "x-request-id": requestId, ...headers } = get.headers;
        expect(head.headers["x-request-id"]).not.toBe(requestId);
        expect([path, head.status, head.body.length]).toEqual([path, get.status, 0]);
        expect(head.headers).toMatchObject(headers);
      }
    });

    test("HEAD returns the length of the whole file, whatever range is requested", async () => {
      const { status, headers } = await ask("/picture.png", { method: "HEAD", headers: { range: "bytes=0-3" } });
      expect([status, headers["content-length"], headers["content-range"]]).toEqual([200, "1000", undefined]);
    });
  });

  describe("compression", () => {
    test.each([
      ["br, gzip", "br"],
      ["gzip, deflate, br;q=0.5", "br"],
      ["gzip;q=1.0", "gzip"],
      ["br;q=0, gzip", "gzip"],
      ["identity", undefined],
      ["br;q=0, gzip;q=0.0", undefined],
      ["deflate", undefined],
    ])("a client that accepts %j gets the content encoding %s, and the same page", async (accepted, encoding) => {
      const plain = await ask("/long");
      const { headers, body } = await ask("/long", { headers: { "accept-encoding": accepted } });
      expect([headers["content-encoding"], headers.vary]).toEqual([encoding, "accept, accept-encoding"]);
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((bytes: Buffer) => bytes);
      expect(unpack(body).toString()).toBe(plain.text);
      expect(headers["content-length"]).toBe(String(body.length));
    });

    test("an image is not compressed again", async () => {
      const { headers, body } = await ask("/picture.png", { headers: { "accept-encoding": "br, gzip" } });
      expect([headers["content-encoding"], headers["content-type"]]).toEqual([undefined, "image/png"]);
      expect(body).toEqual(picture);
    });
  });

  describe("ranges", () => {
    test.each([
      ["bytes=0-3", 0, 3],
      ["bytes=990-", 990, 999],
      ["bytes=-5", 995, 999],
      ["bytes=900-5000", 900, 999],
    ])("the range %s returns exactly these bytes", async (range, start, end) => {
      const { status, headers, body } = await ask("/picture.png", { headers: { range } });
      expect([status, headers["content-range"]]).toEqual([206, `bytes ${start}-${end}/1000`]);
      expect(body).toEqual(picture.subarray(start, end + 1));
    });

    test("a range beyond the end of a file is refused with the file's length", async () => {
      const { status, headers } = await ask("/picture.png", { headers: { range: "bytes=1000-" } });
      expect([status, headers["content-range"]]).toEqual([416, "bytes */1000"]);
    });

    test.each(["bytes=3-1-2", "lines=1-2", "bytes=", "bytes=0-1,5-6"])(
      "the invalid range %s gets the whole file",
      async (range) => {
        const { status, body } = await ask("/picture.png", { headers: { range } });
        expect([status, body.length]).toEqual([200, 1_000]);
      },
    );

    test("a range request for a file that has changed returns the whole new file", async () => {
      const { headers } = await ask("/picture.png");
      const range = "bytes=500-";
      const same = await ask("/picture.png", { headers: { range, "if-range": String(headers.etag) } });
      expect([same.status, same.body.length]).toEqual([206, 500]);
      const changed = await ask("/picture.png", { headers: { range, "if-range": `"${"0".repeat(64)}"` } });
      expect([changed.status, changed.body.length]).toEqual([200, 1_000]);
    });
  });

  describe("addresses", () => {
    test.each([
      ["/guides/start/", "/guides/start"],
      ["/guides/start.html", "/guides/start"],
      ["/guides/start///", "/guides/start"],
      ["/index", "/"],
      ["/index.html", "/"],
      ["/section/", "/section"],
      ["/section/index", "/section"],
      ["/section/index.html", "/section"],
      ["/gr%C3%B6%C3%9Fe/", "/gr%C3%B6%C3%9Fe"],
      ["/guides/start/?q=a%20b&c", "/guides/start?q=a%20b&c"],
      ["/guides/start/?q=a%26b?c=%2Fd", "/guides/start?q=a%26b?c=%2Fd"],
      ["/100%25-sure%3F/", "/100%25-sure%3F"],
    ])("%s redirects to the page's canonical address, %s", async (path, location) => {
      const { status, headers } = await ask(path);
      expect([status, headers.location]).toEqual([308, location]);
    });

    test("with trailing slashes on, pages are the same with and without the slash", async () => {
      const [named, plain] = await Promise.all(
        ["/guides/start/", "/guides/start"].map((path) => lectern.read("zenith", path)),
      );
      expect([named?.status, plain?.status, named?.text === plain?.text]).toEqual([200, 200, true]);
      expect(named?.text).toMatch(/<link rel="canonical" href="[^"]+\/guides\/start\/">/);
      expect((await lectern.read("zenith", "/plan.png/")).status).toBe(404);
      expect((await lectern.read("zenith", "/guides/start//")).headers.location).toBe("/guides/start");
    });

    test.each([
      ["/old", 308, "/guides/start"],
      ["/soon", 307, "/guides/end"],
      ["/blog/a/b", 308, "/guides/a/b"],
      ["/blog", 308, "/guides"],
      ["/blog/gr%C3%B6%C3%9Fe", 308, "/guides/gr%C3%B6%C3%9Fe"],
      ["/out/a/b", 308, "https://elsewhere.example/a/b"],
      ["/old?page=2", 308, "/guides/start?page=2"],
      ["/part?page=2", 308, "/guides/start?page=2#part"],
      ["/asked?page=2", 308, "/guides/start?from=old&page=2"],
      ["/encoded", 308, "/guides/start?next=%2Fa%26b%20c"],
    ])("%s redirects with %i to %s", async (path, status, location) => {
      const reply = await ask(path);
      expect([reply.status, reply.headers.location]).toEqual([status, location]);
    });

    test.each([
      "/go//evil.example",
      "/go/%2Fevil.example",
      "/go/%2F%2Fevil.example",
      "/go/%5Cevil.example",
      "/go/%09/evil.example",
      "/go/%0d%0aset-cookie:%20a=b",
      "/go/https:%2F%2Fevil.example",
      "//evil.example/",
      "//evil.example/guides/start/",
      "/%5Cevil.example/",
      "/blog//evil.example",
      "/blog/..%2F..%2F%2Fevil.example",
    ])("%s does not redirect to another site", async (path) => {
      const { status, headers } = await ask(path);
      expect([308, 404]).toContain(status);
      const { location } = headers;
      if (location !== undefined) {
        expect(new URL(String(location), "http://acme.localhost/deep/page").host).toBe("acme.localhost");
      }
      expect(headers["set-cookie"]).toBeUndefined();
    });

    test("a missing page gets the site's own 404 page, which is never cached", async () => {
      const { status, headers, text } = await ask("/nowhere");
      expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      expect(text).toContain("Page not found");
      expect(String(headers["cache-control"])).not.toContain("immutable");
      expect(String(headers["cache-control"])).toContain("max-age=0");
      const again = await ask("/nowhere", { headers: { "if-none-match": String(headers.etag) } });
      expect(again.status).toBe(404);
    });

    test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
      "a request to a site with the method %s is refused with 405",
      async (method) => {
        const { status, headers } = await ask("/guides/start", { method });
        expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
      },
    );

    test.each(["/%", "/%E0%A4%A", "/%ff", "/%zz", `/${"a".repeat(3_000)}`, "http://acme.localhost/", "*"])(
      "the malformed address %s is refused with 400",
      async (path) => {
        expect((await ask(path)).status).toBe(400);
      },
    );

    test.each(["/%00", "/..", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/guides/../../acme", "/__proto__"])(
      "%s is not found as a page",
      async (path) => {
        expect((await ask(path)).status).toBe(404);
      },
    );
  });

  describe("Lectern's own files", () => {
    test("all files that a page loads exist and may be cached forever", async () => {
      const loaded = ownFiles(home);
      expect(loaded.length).toBeGreaterThanOrEqual(3);
      for (const path of loaded) {
        const { status, headers } = await ask(path);
        expect([path, status, headers["cache-control"]]).toEqual([path, 200, "public, max-age=31536000, immutable"]);
      }
    });

    test("a file of Lectern that never existed is not found, and that reply is not cached", async () => {
      const { status, headers } = await ask("/_lectern/000000000000/site.css");
      expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
    });

    test.each([
      "/.lectern/search-index",
      "/%2electern/search-index",
      "/.lectern%2Fsearch-index",
      "/.lectern/search-index/",
      "//.lectern/search-index",
      "/./.lectern/search-index",
      "/guides/../.lectern/search-index",
      "/.lectern//search-index",
      "/.lectern/search-pages",
    ])("the search index cannot be fetched: %s", async (path) => {
      const { status, text } = await ask(path);
      expect(status).toBe(404);
      expect(text).not.toContain("sections");
    });
  });

  describe("the content security policy", () => {
    test("the policy of a page allows scripts of Lectern and the project, but no inline scripts", async () => {
      const policy = policyOf((await ask("/")).headers);
      expect(policy.get("default-src")).toEqual(["'none'"]);
      expect(policy.get("script-src")).toEqual(scriptSources(`acme.localhost:${lectern.port}`));
      expect(policy.get("base-uri")).toEqual(["'none'"]);
      expect(policy.get("object-src") ?? policy.get("default-src")).toEqual(["'none'"]);
      // Scripts of a project may add styles.
      policy.delete("style-src");
      expect([...policy.values()].flat().join(" ")).not.toMatch(/unsafe-|'wasm/);
    });

    test.each(["/nowhere", "/guides/start"])("every page has a content security policy: %s", async (path) => {
      expect(policyOf((await ask(path)).headers).get("default-src")).toEqual(["'none'"]);
    });

    test.each(["/drawing.svg", "/program.js", "/notes.txt", "/data.json"])(
      "the policy of the file %s lets it run no scripts, even when opened directly",
      async (path) => {
        const { status, headers } = await ask(path);
        const policy = policyOf(headers);
        expect([status, headers["x-content-type-options"]]).toEqual([200, "nosniff"]);
        expect([policy.get("default-src"), policy.get("sandbox")]).toEqual([["'none'"], []]);
        expect(policy.get("script-src")).toBeUndefined();
      },
    );
  });

  describe("the host of a request", () => {
    test("a tenant's page is not served on another tenant's host", async () => {
      expect((await lectern.read("zenith", "/secret-plan")).text).toContain("The plan of Zenith");
      for (const path of ["/secret-plan", "/secret-plan.html", "/secret-plan/", "/plan.png"]) {
        const { status, text } = await ask(path);
        expect([path, status]).toEqual([path, 404]);
        expect(text).not.toContain("Zenith");
      }
      const [stylesheet = ""] = ownFiles((await lectern.read("zenith", "/")).text).filter((path) =>
        path.endsWith("/site.css"),
      );
      expect((await lectern.read("zenith", stylesheet)).status).toBe(200);
      expect((await ask(stylesheet)).status).toBe(404);
    });

    test.each(["x-forwarded-host", "x-original-host", "forwarded"])(
      "a client cannot choose another tenant with %s",
      async (header) => {
        const value = header === "forwarded" ? "host=zenith.localhost" : "zenith.localhost";
        expect((await ask("/secret-plan", { headers: { [header]: value } })).status).toBe(404);
      },
    );

    test.each([
      "/v1/project/update-status/upd_1",
      "/openapi.json",
      "/healthz",
      "/readyz",
      "/metrics",
      "/git/acme.git/info/refs?service=git-upload-pack",
      "/webhooks/github/prj_1",
      "/screenshots/upd_1/light.jpg",
    ])("the API does not answer on a site's host: %s", async (path) => {
      const headers = { authorization: `Bearer ${lectern.adminKey}` };
      for (const host of [`acme.localhost:${lectern.port}`, "docs.acme.example", `nobody.localhost:${lectern.port}`]) {
        const reply = await ask(path, { headers, host });
        expect([host, reply.status]).toEqual([host, 404]);
        expect(reply.headers["content-type"]).not.toMatch(/json/);
        expect((await ask(path, { headers, host, method: "POST" })).status).toBe(405);
      }
    });

    test.each(["/index", "/guides/start", "/picture.png", "/_lectern/404", "/_lectern/404.html"])(
      "the API's host serves no file of a site: %s",
      async (path) => {
        for (const host of [
          `127.0.0.1:${lectern.port}`,
          `localhost:${lectern.port}`,
          "LOCALHOST",
          "[::1]",
          "127.0.0.1.",
        ]) {
          const { status, headers, text } = await ask(path, { host });
          expect([host, status, headers["content-type"]]).toEqual([host, 404, "application/json; charset=utf-8"]);
          expect(text).not.toContain("ACME");
        }
      },
    );

    test.each(["docs.acme.example", "DOCS.ACME.example", "docs.acme.example:443", "docs.acme.example."])(
      "a custom domain shows the project's site: %s",
      async (host) => {
        const { status, text, headers } = await ask("/guides/start", { host });
        expect([status, text]).toEqual([200, expect.stringContaining("How to begin.")]);
        expect(policyOf(headers).get("script-src")).toEqual(scriptSources(host));
      },
    );

    test.each(["nobody", "acme.acme", "www.acme", "draft--acme", "--acme", "acme--", "acme-"])(
      "the subdomain %s has no site",
      async (subdomain) => {
        const { status, headers, text } = await lectern.read(subdomain, "/guides/start");
        expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
        expect(text).toBe("No site has been published at this address yet.");
      },
    );

    test.each([
      "evil.example",
      "acme.localhost.evil.example",
      "evil@acme.localhost",
      "acme.localhost/../zenith",
      "acme.localhost:80; script-src *",
      "acme.localhost:port",
      "acme_.localhost",
      "acme.localhost:123456",
      "acme.localhost\t",
      "äcme.localhost",
      ".localhost",
      "..",
      `${"a".repeat(300)}.localhost`,
    ])("the odd Host %j shows no site and causes no error", async (host) => {
      const { status, headers, text } = await ask("/guides/start", { host: Buffer.from(host).toString("latin1") });
      if (host.trim() === "acme.localhost") {
        return expect(status).toBe(200);
      }
      expect([400, 404]).toContain(status);
      expect(text).not.toContain("How to begin.");
      expect(String(headers["content-security-policy"] ?? "")).not.toContain("script-src *");
    });

    test("a host in upper case, with a trailing dot or with another port shows the same site", async () => {
      for (const host of ["ACME.localhost", "acme.LOCALHOST.", "acme.localhost:1", "acme.localhost"]) {
        expect([host, (await ask("/guides/start", { host })).status]).toEqual([host, 200]);
      }
    });

    test("a request without a Host, or with two, shows no site", async () => {
      const none = await raw(lectern.port, "GET /guides/start HTTP/1.0\r\n\r\n");
      expect(none).toMatch(/^HTTP\/1\.1 404 /);
      const two =
        "GET /guides/start HTTP/1.1\r\nHost: acme.localhost\r\nHost: zenith.localhost\r\nConnection: close\r\n\r\n";
      expect(await raw(lectern.port, two)).not.toContain("Zenith");
    });
  });

  test("a page that is open in a browser still loads its files after later updates", async () => {
    const before = (await ask("/")).headers.etag;
    const work = await acme.clone();
    for (const primary of ["#117733", "#aa3377"]) {
      await work.commitAndPush({
        "docs.json": JSON.stringify({ ...settings, redirects, colors: { primary } }),
        "index.mdx": `# Home\n\nIn ${primary}.\n`,
      });
      expect((await lectern.ended(await lectern.newest(acme.project))).status).toBe("success");
    }
    const now = await ask("/", { headers: { "if-none-match": String(before) } });
    expect([now.status, now.text]).toEqual([200, expect.stringContaining("In #aa3377.")]);
    const [old, fresh] = [ownFiles(home), ownFiles(now.text)];
    expect(old).not.toEqual(fresh);
    for (const path of [...old, ...fresh]) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
  });
});

/** Lectern's own files that a page loads. */
function ownFiles(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/_lectern\/(?!author\/)[^"]+)"/g)].map(([, path = ""]) => path);
}

/** The project's script is there, too. */
function scriptSources(host: string): string[] {
  return [`${host}/_lectern/`];
}

function policyOf(headers: Record<string, unknown>): Map<string, string[]> {
  const directives = String(headers["content-security-policy"] ?? "").split(";");
  return new Map(
    directives.map((directive) => {
      const [name = "", ...values] = directive.trim().split(/\s+/);
      return [name, values];
    }),
  );
}

/** Sends bytes that no HTTP client would send. */
function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => {
      reply += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(reply));
    socket.setTimeout(60_000, () => socket.destroy());
  });
}
