import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createStorage,
  onDatabaseOfRun,
  onOneDatabase,
  openStorage,
  type TestStorage,
} from "../../../test/support/database.ts";
import { createFakeDns, type FakeDns, serveDomains } from "../../../test/support/fake-dns.ts";
import { createTestProject } from "../../../test/support/server.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import type { Connection, Database } from "../../platform/db/database.ts";
import { deleteProject, listDomains, type Project } from "../store.ts";
import { lookUpDomain, recordProof, sweepDomains } from "./check-domain.ts";
import { domainRecords } from "./domain-records.ts";
import { setDomains } from "./set-domains.ts";
import { listClaims } from "./store.ts";

const domain = "docs.acme.test";
const start = Date.UTC(2026, 2, 2);
const hour = 3_600_000;
const addressing = { siteHost: "sites.lectern.test", ownHosts: ["lectern.test", "10.1.2.3"] };

onDatabaseOfRun((dialect) => {
  let storage: TestStorage;
  let shared: Database;
  let now: number;
  let dns: FakeDns;
  let moved: string[];
  let database: Database;
  let acme: Project;
  const clock = { now: () => now };
  const deps = () => ({
    database,
    clock,
    addressing,
    dns,
    onMove: async (_tx: Connection, projectId: string) => void moved.push(projectId),
  });

  beforeAll(async () => {
    storage = await createStorage(dialect);
    shared = await openStorage(storage);
  });
  afterAll(async () => {
    await shared.close();
    await storage.remove();
  });
  beforeEach(async () => {
    now = start;
    dns = createFakeDns();
    moved = [];
    database = shared;
    for (const table of ["domainOwners", "projects"] as const) {
      await database.query.deleteFrom(table).execute();
    }
    acme = await createTestProject(database, clock);
  });

  const claim = async (project: Project, ...domains: string[]) =>
    database.transaction((tx) => setDomains(deps(), tx, project.id, domains));
  const check = async (project: Project, name = domain) => {
    const proof = await lookUpDomain(deps(), project, name);
    return database.transaction((tx) => recordProof(deps(), tx, { projectId: project.id, domain: name }, proof));
  };
  const sweep = () => sweepDomains(deps(), now, new AbortController().signal);
  const served = (project: Project) => listDomains(database.query, project.id);
  const claimOf = async (project: Project) => (await listClaims(database.query, project.id))[0];
  const prove = (project: Project, name = domain) => {
    const { txt } = domainRecords(project, name, addressing.siteHost);
    dns.texts.set(txt.name, ["unrelated=1", txt.value]);
  };

  test("a domain is served as soon as a check or a sweep finds its record", async () => {
    await claim(acme, domain, "help.acme.test");
    expect(await served(acme)).toEqual([]);
    expect(await check(acme)).toMatchObject({ state: "pending", problem: "missing", checkedAt: start });
    dns.texts.set(`_lectern.${domain}`, ["lectern-project=someone-else"]);
    expect(await check(acme)).toMatchObject({ state: "pending", problem: "different" });
    prove(acme);
    expect(await check(acme)).toMatchObject({ state: "verified", problem: null });
    dns.aliases.set("help.acme.test", ["ACME-docs.sites.lectern.test."]);
    await sweep();
    expect(await served(acme)).toEqual([domain, "help.acme.test"]);
    expect(moved).toEqual([acme.id, acme.id]);
  });

  test("a record of one project doesn't prove the domain for another, and a proved domain can't be taken over", async () => {
    const other = await createTestProject(database, clock, "zenith");
    await claim(acme, domain);
    await claim(other, domain);
    prove(acme);
    expect(await check(other)).toMatchObject({ state: "pending", problem: "different" });
    await check(acme);
    prove(other);
    expect(await check(other)).toMatchObject({ state: "pending", problem: "taken" });
    expect(await served(acme)).toEqual([domain]);
    await claim(acme);
    expect(await check(other)).toMatchObject({ state: "verified" });
    expect([await served(acme), await served(other)]).toEqual([[], [domain]]);
  });

  test("an alias left behind for a removed project doesn't prove the domain for the next owner of its subdomain", async () => {
    await claim(acme, domain);
    dns.aliases.set(domain, ["acme-docs.sites.lectern.test"]);
    expect(await check(acme)).toMatchObject({ state: "verified" });
    await deleteProject(database.query, acme.id);
    const thief = await createTestProject(database, clock);
    await claim(thief, domain);
    expect(await check(thief)).toMatchObject({ state: "pending", problem: "txt_needed" });
    prove(thief);
    expect(await check(thief)).toMatchObject({ state: "verified" });
  });

  test("a domain lapses after several checks without its record, and never because DNS doesn't answer", async () => {
    await claim(acme, domain);
    prove(acme);
    await sweep();
    dns.isAway = true;
    for (let day = 0; day < 30; day += 1) {
      now += dayMilliseconds;
      await sweep();
    }
    expect(await claimOf(acme)).toMatchObject({ state: "verified", problem: "unreachable", misses: 0 });
    dns.isAway = false;
    dns.texts.clear();
    for (let clicks = 0; clicks < 30; clicks += 1) {
      await check(acme);
    }
    expect(await claimOf(acme)).toMatchObject({ state: "failing", misses: 0 });
    for (let misses = 1; misses < 12; misses += 1) {
      now += 6 * hour;
      await sweep();
      expect(await claimOf(acme)).toMatchObject({ state: "failing", misses });
      expect(await served(acme)).toEqual([domain]);
    }
    moved = [];
    now += 6 * hour;
    await sweep();
    expect(await claimOf(acme)).toMatchObject({ state: "lapsed", problem: "missing" });
    expect([await served(acme), moved]).toEqual([[], [acme.id]]);
    prove(acme);
    now += dayMilliseconds;
    await sweep();
    expect(await served(acme)).toEqual([domain]);
  });

  test("an unproved domain is checked less and less often, but at least once a day", async () => {
    await claim(acme, domain);
    const pauses: number[] = [];
    for (let checks = 0; checks < 12; checks += 1) {
      await sweep();
      const next = (await claimOf(acme))?.nextCheckAt ?? 0;
      pauses.push((next - now) / hour);
      now = next;
    }
    expect(pauses.slice(0, 3)).toEqual([1 / 3, 2 / 3, 4 / 3]);
    expect(pauses.at(-1)).toBe(24);
    dns.asked = [];
    now -= 1;
    await sweep();
    expect(dns.asked).toEqual([]);
  });

  test("the operator can vouch for a domain that DNS doesn't know, and it is then never checked", async () => {
    await serveDomains(deps(), database.query, acme.id, [domain]);
    expect(await claimOf(acme)).toMatchObject({ state: "verified", isTrusted: true, nextCheckAt: null });
    now += 90 * dayMilliseconds;
    await sweep();
    await check(acme);
    expect(await served(acme)).toEqual([domain]);
    const other = await createTestProject(database, clock, "zenith");
    await expect(serveDomains(deps(), database.query, other.id, [domain])).rejects.toThrow("another project");
  });

  describe("the server's own names", () => {
    test.each([
      "lectern.test",
      "sites.lectern.test",
      "other.sites.lectern.test",
      "a.b.sites.lectern.test",
      "docs.localhost",
      "LECTERN.test",
    ])("the server's own name %s can't be a custom domain", async (name) => {
      await expect(claim(acme, name)).rejects.toThrow("own addresses");
    });

    test("a verified domain lapses when a setting makes it one of the server's own names, and other domains can still be added", async () => {
      await claim(acme, domain);
      prove(acme);
      await check(acme);
      const changed = { ...deps(), addressing: { siteHost: "acme.test", ownHosts: [] } };
      await database.transaction((tx) => setDomains(changed, tx, acme.id, [domain, "example.com"]));
      now += dayMilliseconds;
      await sweepDomains(changed, now, new AbortController().signal);
      expect(await claimOf(acme)).toMatchObject({ state: "lapsed", problem: "reserved" });
      expect(await served(acme)).toEqual([]);
    });
  });

  test.each([
    "localhost",
    "acme",
    "acme.test.",
    "-a.test",
    "a..test",
    "10.0.0.1",
    "[::1]",
    "a b.test",
    `${"a.".repeat(130)}test`,
  ])("%j is refused as a domain", onOneDatabase(dialect), async (name) => {
    await expect(claim(acme, name)).rejects.toThrow("isn't a valid domain");
  });

  test("a project has at most 20 domains, in the given order", async () => {
    const names = Array.from({ length: 21 }, (_, index) => `d${index}.acme.test`);
    await expect(claim(acme, ...names)).rejects.toThrow("at most 20");
    await claim(acme, "Help.Acme.test", domain);
    for (const name of [domain, "help.acme.test"]) {
      prove(acme, name);
      await check(acme, name);
    }
    expect(await served(acme)).toEqual(["help.acme.test", domain]);
    await claim(acme, domain, "help.acme.test");
    expect(await served(acme)).toEqual([domain, "help.acme.test"]);
  });
});
