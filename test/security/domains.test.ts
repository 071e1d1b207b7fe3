import { afterAll, beforeAll, expect, test } from "vitest";
import { certificatePath } from "../../src/projects/domains/routes.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { listOpenUpdateIds } from "../../src/updates/store.ts";
import { expectError } from "../contract/expect-reply.ts";
import { send } from "../contract/send.ts";
import { join, type Person, read } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";

const domain = "docs.victim.test";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let admin: Person;
  let attacker: Person;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    admin = await join(lectern, lectern.tenant.organizationId, "admin", "admin@acme.test");
    attacker = await join(lectern, lectern.stranger.organizationId, "admin", "admin@zenith.test");
    await pointSite(lectern.node.database.query, {
      subdomain: lectern.tenant.project.domain,
      projectId: lectern.tenant.project.id,
      branch: "main",
      updateId: "upd_none",
      artifact: "a".repeat(64),
      commitSha: null,
      publishedAt: 0,
    });
  });
  afterAll(() => lectern.stop());

  const change = (person: Person, projectId: string, ...customDomains: string[]) =>
    person.call("changeProject", { params: { projectId }, body: { customDomains } });
  const check = async (person: Person, projectId: string, name = domain) => {
    const reply = await person.call("checkDomain", { params: { projectId }, body: { domain: name } });
    return read("checkDomain", reply).domains.find((candidate) => candidate.domain === name);
  };
  const visit = (host: string, path = "/dashboard") => send(lectern.node.url, { path, headers: { host } });
  const allowed = async (name: string) =>
    (await visit("127.0.0.1", `${certificatePath}?domain=${encodeURIComponent(name)}`)).status;

  test("entering an unverified domain name doesn't change which content that domain serves", async () => {
    const before = await visit("lectern.internal.test");
    expect(before.status).toBe(200);
    const { stranger } = lectern;
    const claimed = read("changeProject", await change(attacker, stranger.project.id, "lectern.internal.test"));
    expect(claimed.domains).toMatchObject([{ state: "pending", isServed: false }]);
    expect((await visit("lectern.internal.test")).status).toBe(200);
    expect(await allowed("lectern.internal.test")).toBe(404);
  });

  test.each(["docs.lectern.test", "sites.lectern.test", "acme-docs.sites.lectern.test", "docs.localhost"])(
    "the server's own name %s is refused as a custom domain",
    async (name) => {
      expectError(400, await change(attacker, lectern.stranger.project.id, name));
    },
  );

  test("only the project with the DNS record gets a domain, and others don't learn who has it", async () => {
    const { tenant, stranger } = lectern;
    const mine = read("changeProject", await change(admin, tenant.project.id, domain)).domains[0];
    await change(attacker, stranger.project.id, domain);
    const { txt } = mine?.records ?? {};
    expect(txt?.name).toBe(`_lectern.${domain}`);
    lectern.dns.texts.set(txt?.name ?? "", [txt?.value ?? ""]);
    expect(await check(attacker, stranger.project.id)).toMatchObject({ state: "pending", problem: "different" });
    const { query } = lectern.node.database;
    expect(await listOpenUpdateIds(query, tenant.project.id)).toEqual([]);
    expect(await check(admin, tenant.project.id)).toMatchObject({ state: "verified", isServed: true });
    // The pages have to be rebuilt with their new address.
    expect(await listOpenUpdateIds(query, tenant.project.id)).toHaveLength(1);
    expect(await check(attacker, stranger.project.id)).toMatchObject({ state: "pending", problem: "different" });
    expect(await allowed(domain)).toBe(200);
    expect((await visit(domain)).status).not.toBe(200);
  });

  test("no DNS lookup is made for a domain that the project doesn't have", async () => {
    lectern.dns.asked = [];
    const params = { projectId: lectern.stranger.project.id };
    expectError(404, await attacker.call("checkDomain", { params, body: { domain: "internal.corp.test" } }));
    expectError(
      404,
      await attacker.call("checkDomain", { params: { projectId: lectern.tenant.project.id }, body: { domain } }),
    );
    expect(lectern.dns.asked).toEqual([]);
  });

  test("a proxy gets certificates for the server, sites and verified domains, and for no other names", async () => {
    expect(await allowed("docs.lectern.test")).toBe(200);
    expect(await allowed("acme-docs.sites.lectern.test")).toBe(200);
    for (const name of ["nobody.sites.lectern.test", "unknown.test", "10.0.0.1", "", "a b", "localhost"]) {
      expect(await allowed(name)).toBe(404);
    }
    expect((await visit("127.0.0.1", `${certificatePath}?domain=a&domain=b`)).status).toBe(404);
  });
});
