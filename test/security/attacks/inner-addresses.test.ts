import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestPinned } from "../../../src/platform/outgoing/request-pinned.ts";
import { createSpecFetcher } from "../../../src/site/api/read/fetch-spec.ts";
import { createAddressChecker } from "../../../src/site/pipeline/check-address.ts";

/** Ways to write an address of the machine itself, its network or a cloud's metadata service. */
const inner = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.1.",
  "127。0。0。1",
  "①②⑦.⓪.⓪.①",
  "localhost",
  "LOCALHOST.",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.0.1",
  "198.18.0.1",
  "[::]",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[2002:7f00:1::]",
  "[fc00::1]",
  "[fe80::1%25lo]",
  "[fd00:ec2::254]",
];

let server: Server;
let port: number;
let target = "";
const asked: string[] = [];
const signal = AbortSignal.timeout(60_000);

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.url === "/moved") response.writeHead(302, { location: target }).end();
    else response.end("inside");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

test.each(inner)("the inner address %s is never contacted, directly or through a redirect", async (host) => {
  asked.length = 0;
  const notFetched = { problem: expect.stringMatching(/not on the public internet|cannot be reached|only https/) };
  for (const scheme of ["https", "http"]) {
    const address = `${scheme}://${host}:${port}/spec.json`;
    if (!URL.canParse(address)) continue;
    expect(await createSpecFetcher([])(address, signal)).toEqual(notFetched);
    expect(await createAddressChecker([])(address, signal)).not.toBe("answers");
  }
  expect(asked).toEqual([]);
  // The operator allowed 127.0.0.2, and the author's server there redirects the request.
  target = `http://${host}:${port}/spec.json`.replace(/[^ -~]+/g, encodeURIComponent);
  expect(await createSpecFetcher(["127.0.0.2"])(`http://127.0.0.2:${port}/moved`, signal)).toEqual(notFetched);
  expect(asked).toEqual([`127.0.0.2:${port}/moved`]);
});

test("a name is not resolved again after its address was checked", async () => {
  // No name server knows this name, so a second lookup would fail.
  const reply = await requestPinned(new URL(`http://rebinding.invalid:${port}/pinned`), ["127.0.0.1"], {
    headers: {},
    signal,
  });
  expect(await text(reply)).toBe("inside");
});
