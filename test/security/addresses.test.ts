import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { StreamSlots } from "../../src/http/stream-slots.ts";
import { readConfig } from "../../src/platform/config.ts";
import { callAs } from "../dashboard/people.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";

/** The limit of an operation that is limited per address. */
const limitMax = 20;

let lectern: Installation;
let node: Node;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  node = await lectern.startNode({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
});

beforeEach(() => lectern.node.database.query.deleteFrom("rateLimits").execute());

afterAll(() => lectern?.stop());

/** The number of these requests, each with its own header, that a limit per address admits. */
async function countAdmitted(forwarded: readonly string[]): Promise<number> {
  const call = callAs(lectern, undefined);
  let admitted = 0;
  for (const header of forwarded) {
    const headers = { "x-forwarded-for": header };
    const { status } = await call("signInWithProvider", { body: {} }, { headers, url: node.url });
    if (status !== 429) admitted += 1;
  }
  return admitted;
}

const times = (count: number, header: (place: number) => string) =>
  Array.from({ length: count }, (_, at) => header(at));

test.each([
  ["a port", (at: number) => `7.7.7.7:${4_000 + at}`],
  ["the port of an outer proxy", (at: number) => `7.7.7.7, 10.0.0.9:${4_000 + at}`],
  ["brackets and a port", (at: number) => `[2001:db8::${at + 1}]:${4_000 + at}`],
  ["a zone", (at: number) => `fe80::1%eth${at}`],
  ["between IPv4 and IPv6 notation", (at: number) => (at % 2 === 0 ? "7.7.7.7" : `[::ffff:7.7.7.7]:${at + 1}`)],
  ["a name sent instead of an address", (at: number) => `client-${at}`],
  ["the addresses listed before its own", (at: number) => `9.9.9.${at}, 7.7.7.7`],
])("a client that changes %s still counts as one client", async (_what, header) => {
  expect(await countAdmitted(times(limitMax + 4, header))).toBe(limitMax);
});

test("the networks of one /48 count as several clients, but not as 65,536", async () => {
  const networks = times(limitMax * 10 + 5, (at) => `2001:db8:77:${at.toString(16)}::1`);
  expect(await countAdmitted(networks)).toBe(limitMax * 10);
  expect(await countAdmitted(["2001:db8:78::1"])).toBe(1);
});

test("the number of streams from one /48 is limited too", () => {
  const slots = new StreamSlots(readConfig({}).streams);
  const open = times(200, (at) => `2001:db8:77:${at.toString(16)}::/64`).map((address) => slots.acquire({ address }));
  expect(() => slots.acquire({ address: "2001:db8:77:ffff::/64" })).toThrow("from one network");
  slots.acquire({ address: "2001:db8:78::/64" });
  open[0]?.release();
  slots.acquire({ address: "2001:db8:77:ffff::/64" });
});
