import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Intercept } from "../../http/create-http.ts";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import { createLog } from "../../platform/log.ts";
import { gateWithoutReaders } from "../../readers/gate.ts";
import { createSiteServer } from "./middleware.ts";

let version: number;
let published: Record<string, string>;
let isInMemory: boolean;
let lookups: string[];
let reads: string[];
let serveSite: Intercept;

beforeEach(() => {
  version = 1;
  published = { acme: "first", zenith: "other" };
  isInMemory = true;
  lookups = [];
  reads = [];
  serveSite = siteServer();
});

/** A page that says which site, artifact and encoding it comes from. */
function servedFile(namespace: string, digest: string, encoding: ServedFile["encoding"]): ServedFile {
  const bytes = Buffer.from(`${namespace} ${digest} ${encoding ?? "plain"}`);
  return {
    type: "text/html; charset=utf-8",
    encoding,
    hash: `hash-of-${bytes}`,
    size: bytes.length,
    async open(range) {
      reads.push(digest);
      return range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
    },
    inMemory: () => (isInMemory ? bytes : undefined),
  };
}

const siteServer = () =>
  createSiteServer({
    artifacts: {
      getManifest: async (_namespace, digest) => ({
        files: new Map([["page.html", { type: "text/html", hash: digest, size: 1 }]]),
        extra: { redirects: [], notFound: "404.html", unlisted: [] },
      }),
      findFile: async ({ namespace, digest, path, accepted }) =>
        path === "page.html" ? servedFile(namespace, digest, accepted[0]) : undefined,
    },
    listEarlier: async () => [],
    withAuthorCode: true,
    addressing: { siteHost: "sites.example", ownHosts: [] },
    gate: gateWithoutReaders,
    reads: {
      async findBySubdomain(subdomain) {
        lookups.push(subdomain);
        const artifact = published[subdomain];
        return artifact === undefined
          ? undefined
          : { projectId: `p-${subdomain}`, subdomain, base: artifact, access: "public", previews: "public" };
      },
      findByDomain: async () => undefined,
      isCustomDomain: async () => false,
    },
    readVersion: () => version,
    observe: () => undefined,
    log: createLog("silent", "api"),
  });
const server = createServer((incoming, response) => void serveSite(incoming, response));

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve())));
afterAll(() => server.close());

interface Answer {
  status: number | undefined;
  text: string;
  headers: IncomingHttpHeaders;
}

function ask(site: string, headers: Record<string, string> = {}, path = "/page"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path, headers: { host: `${site}.sites.example`, ...headers } },
      async (response) => {
        const chunks = await response.toArray();
        resolve({
          status: response.statusCode,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        });
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

test("a repeated request before any write gets the same reply without a query, and its own request ID", async () => {
  const first = await ask("acme");
  const again = await ask("acme");
  const { date: _date, "x-request-id": id, ...headers } = first.headers;
  expect(again).toMatchObject({ status: 200, text: "p-acme first plain", headers });
  expect(again.headers["x-request-id"]).not.toBe(id);
  expect(lookups).toEqual(["acme"]);
  expect(reads).toEqual(["first"]);
});

test("a site is served from the moment it is published until the moment it is removed", async () => {
  await ask("acme");
  published = { acme: "second" };
  version += 1;
  expect((await ask("acme")).text).toBe("p-acme second plain");
  published = {};
  version += 1;
  expect((await ask("acme")).status).toBe(404);
});

test("after an unrelated write the site is looked up once, and its page is still remembered", async () => {
  await ask("acme");
  version += 1;
  await ask("acme");
  await ask("acme");
  expect(lookups).toEqual(["acme", "acme"]);
  expect(reads).toEqual(["first"]);
});

test("replies are remembered separately for each host and encoding", async () => {
  expect((await ask("acme")).text).toBe("p-acme first plain");
  expect((await ask("zenith")).text).toBe("p-zenith other plain");
  const compressed = await ask("acme", { "accept-encoding": "br" });
  expect([compressed.text, compressed.headers["content-encoding"]]).toEqual(["p-acme first brotli", "br"]);
  expect((await ask("acme")).text).toBe("p-acme first plain");
});

test("a client that has the page gets 304, and a client that requests a range gets that range", async () => {
  const { headers } = await ask("acme");
  const known = await ask("acme", { "if-none-match": String(headers.etag) });
  expect([known.status, known.text, known.headers.etag]).toEqual([304, "", headers.etag]);
  expect(known.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  expect((await ask("acme", { range: "bytes=0-3" })).status).toBe(206);
});

test("a page whose bytes are no longer in memory is read again", async () => {
  await ask("acme");
  isInMemory = false;
  expect((await ask("acme")).text).toBe("p-acme first plain");
  expect(reads).toEqual(["first", "first"]);
});
