import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { DatabaseUnavailable } from "../../platform/db/database-unavailable.ts";
import type { PublishedSite } from "../../projects/sites/store.ts";
import { rememberSites } from "./last-known-sites.ts";

const refused = new DatabaseUnavailable(new Error("connect ECONNREFUSED 127.0.0.1:5432"));
let published: Record<string, string>;
let failure: Error | undefined;
let isHanging: boolean;
let reads: string[];
let warnings: string[];

beforeEach(() => {
  published = { acme: "first", zenith: "other" };
  failure = undefined;
  isHanging = false;
  reads = [];
  warnings = [];
});

function remember(limits: Parameters<typeof rememberSites>[0]["limits"] = {}) {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const find = async (name: string): Promise<PublishedSite | undefined> => {
    reads.push(name);
    if (failure !== undefined) throw failure;
    if (isHanging) return new Promise(() => {});
    const artifact = published[name.split(".", 1)[0] ?? ""];
    return artifact === undefined
      ? undefined
      : { projectId: "prj", subdomain: name, base: artifact, access: "public", previews: "public" };
  };
  return rememberSites({
    reads: { findBySubdomain: find, findByDomain: find, isCustomDomain: async () => false },
    log: { warn: (_fields: object, text: string) => void warnings.push(text), info: () => {} } as never,
    signal: stopping.signal,
    limits: { tickMilliseconds: 5, ...limits },
  });
}

test("during an outage, known sites are served as last seen, other sites are not, and one warning is logged", async () => {
  const sites = remember();
  await sites.findBySubdomain("acme");
  await sites.findByDomain("zenith.example");
  failure = refused;
  for (let requests = 0; requests < 5; requests += 1) {
    expect(await sites.findBySubdomain("acme")).toMatchObject({ base: "first" });
    expect(await sites.findByDomain("zenith.example")).toMatchObject({ base: "other" });
  }
  expect(sites.isAway()).toBe(true);
  await expect(sites.findBySubdomain("never-seen")).rejects.toBe(refused);
  await expect(sites.isCustomDomain("zenith.example")).rejects.toBe(refused);
  expect(warnings).toHaveLength(1);
});

test("a database that doesn't answer in time is an outage", async () => {
  const sites = remember({ lookupMilliseconds: 5 });
  await sites.findBySubdomain("acme");
  isHanging = true;
  expect(await sites.findBySubdomain("acme")).toMatchObject({ base: "first" });
  expect(sites.isAway()).toBe(true);
});

test("a site that was removed during an outage is gone once the database answers again", async () => {
  const sites = remember();
  await sites.findBySubdomain("acme");
  failure = refused;
  await sites.findBySubdomain("acme");
  published = {};
  failure = undefined;
  await vi.waitFor(() => expect(sites.isAway()).toBe(false));
  expect(await sites.findBySubdomain("acme")).toBeUndefined();
  failure = refused;
  await expect(sites.findBySubdomain("acme")).rejects.toBe(refused);
});

test("a site removed before an outage isn't served during the outage, even if nobody requested it in between", async () => {
  const sites = remember({ confirmEveryMilliseconds: 0 });
  await sites.findBySubdomain("acme");
  published = {};
  reads = [];
  await vi.waitFor(() => expect(reads).toContain("acme"));
  failure = refused;
  await expect(sites.findBySubdomain("acme")).rejects.toBe(refused);
});

test("a site isn't served from memory for longer than the limit", async () => {
  const sites = remember({ outageMillisecondsMax: 0 });
  await sites.findBySubdomain("acme");
  failure = refused;
  await expect(sites.findBySubdomain("acme")).rejects.toBe(refused);
});

test("an error that isn't an outage is passed on, and the database is asked again", async () => {
  const sites = remember();
  await sites.findBySubdomain("acme");
  failure = new Error("no such column");
  await expect(sites.findBySubdomain("acme")).rejects.toThrow("no such column");
  expect(sites.isAway()).toBe(false);
});
