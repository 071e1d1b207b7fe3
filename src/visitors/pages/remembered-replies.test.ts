import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Intercept } from "../../http/create-http.ts";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import { createLog } from "../../platform/log.ts";
import { type Gate, gateWithoutReaders } from "../../readers/gate.ts";
import { createSiteServer } from "./middleware.ts";

let version: number;
let published: Record<string, string>;
let isInMemory: boolean;
let lookups: string[];
let reads: string[];
let serveSite: Intercept;
let gate: Gate;

beforeEach(() => {
  gate = gateWithoutReaders;
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
    gate: { ...gate, admit: (...request) => gate.admit(...request) },
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

test("after an unrelated write, one lookup confirms all pages of a host", async () => {
  const forms = [{}, { accept: "text/html" }, { "accept-encoding": "br" }];
  for (const form of forms) await ask("acme", form);
  version += 1;
  for (const form of forms) await ask("acme", form);
  // Three first reads, and one lookup after the write.
  expect(lookups).toHaveLength(4);
});

test("a remembered reply has the same head and body as a new one, byte for byte", async () => {
  const options: Record<string, string[]> = {
    method: ["GET", "HEAD"],
    version: ["HTTP/1.1", "HTTP/1.0"],
    connection: ["", "connection: close", "connection: keep-alive"],
    encoding: ["", "accept-encoding: gzip, br"],
    condition: ["", 'if-none-match: "hash-of-p-acme first plain"', "range: bytes=0-3", "expect: 100-continue"],
  };
  const choices = Object.values(options).reduce<string[][]>(
    (all, list) => all.flatMap((chosen) => list.map((choice) => [...chosen, choice])),
    [[]],
  );
  for (const [method, protocol, ...headers] of choices) {
    const lines = [`${method} /page ${protocol}`, "host: acme.sites.example", ...headers.filter(Boolean)];
    serveSite = siteServer();
    const replies = [await sendLines(lines), await sendLines(lines), await sendLines(lines)];
    expect(replies.slice(1), lines.join("\n")).toEqual([replies[0], replies[0]]);
  }
});

/** The bytes of a reply, without what is different in every reply. */
async function sendLines(lines: readonly string[]): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1" });
  const isOld = lines[0]?.endsWith("HTTP/1.0") === true;
  const isKept = isOld ? lines.includes("connection: keep-alive") : !lines.includes("connection: close");
  // A connection that is kept ends with the next request.
  const next = isKept ? ["GET /end HTTP/1.0", "host: acme.sites.example", ""] : [];
  socket.write([...lines, "", ...next, ""].join("\r\n"));
  const reply = await readText(socket);
  return reply.replaceAll(/x-request-id: \S+/g, "").replaceAll(/date: [^\r]+/gi, "");
}

describe("on a private site", () => {
  let admissions: string[];
  let isValid: boolean;

  beforeEach(() => {
    admissions = [];
    isValid = true;
    gate = {
      ...gateWithoutReaders,
      admit({ projectId, subdomain }, cookies = "none") {
        admissions.push(cookies);
        const artifact = { a: "first", b: "second" }[cookies];
        if (artifact === undefined) return { kind: "sign_in" };
        const audience = `groups:["${cookies}"]` as const;
        return { kind: "admitted", published: { projectId, subdomain, artifact, audience }, isValid: () => isValid };
      },
    };
  });

  const textFor = async (cookie?: string) => (await ask("acme", cookie === undefined ? {} : { cookie })).text;

  test("every reader gets the pages of their own groups, also when they are remembered", async () => {
    for (let i = 0; i < 3; i++) {
      expect(await textFor("a")).toBe("p-acme first plain");
      expect(await textFor("b")).toBe("p-acme second plain");
      expect((await ask("acme")).status).toBe(401);
      expect((await ask("acme", { cookie: "c" })).status).toBe(401);
    }
    // Only who isn't admitted is decided about each time.
    expect(admissions.toSorted().join(" ")).toBe("a b c c c none none none");
  });

  test("a reader is decided about again after any write, and when the session may have ended", async () => {
    expect(await textFor("a")).toBe("p-acme first plain");
    version += 1;
    gate.admit = () => ({ kind: "sign_in" });
    expect((await ask("acme", { cookie: "a" })).status).toBe(401);
    version -= 1;
    expect(await textFor("a")).toBe("p-acme first plain");
    isValid = false;
    expect((await ask("acme", { cookie: "a" })).status).toBe(401);
  });

  test("the replies of the time when the site was public are no longer sent", async () => {
    const whilePrivate = gate;
    gate = gateWithoutReaders;
    expect((await ask("acme")).status).toBe(200);
    version += 1;
    gate = whilePrivate;
    for (let i = 0; i < 2; i++) expect((await ask("acme")).status).toBe(401);
    expect(await textFor("b")).toBe("p-acme second plain");
    expect((await ask("acme", { cookie: "b" })).headers["cache-control"]).toContain("private");
    expect((await ask("acme")).status).toBe(401);
  });
});
