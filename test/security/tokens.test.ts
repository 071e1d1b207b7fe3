import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import { findProjectById, type Project, updateProject } from "../../src/projects/store.ts";
import { expectError } from "../contract/expect-reply.ts";
import { join, type Person, read } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, startInstallation } from "../support/server.ts";

const repository = "https://git.lectern.test/acme-docs";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let admin: Person;
  let params: { projectId: string };

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    admin = await join(lectern, lectern.tenant.organizationId, "admin", "admin@acme.test");
    params = { projectId: lectern.tenant.project.id };
  });
  afterAll(() => lectern?.stop());

  const secrets = () => openSecrets({ keys: [], dataFolder: lectern.storage.dataFolder });
  const stored = async () => (await findProjectById(lectern.node.database.query, params.projectId)) as Project;
  const change = async (body: Record<string, unknown>) =>
    read("changeProject", await admin.call("changeProject", { params, body }));

  beforeEach(async () => {
    await updateProject(lectern.node.database.query, params.projectId, {
      repository,
      repositoryToken: secrets().seal("GITTOKEN-ABC-123"),
      webhookSecret: secrets().seal("whsec_old"),
    });
  });

  describe("moving the repository to another origin", () => {
    test.each([
      ["another host", "https://evil.test/acme-docs"],
      ["a subdomain", "https://x.git.lectern.test/acme-docs"],
      ["another port", "https://git.lectern.test:8443/acme-docs"],
      ["plain http", "http://git.lectern.test/acme-docs"],
    ])("a stored token and webhook secret are deleted when the repository moves to %s", async (_where, moved) => {
      const changed = await change({ repository: moved });
      expect(changed).toMatchObject({ hasRepositoryToken: false, forgotten: ["repositoryToken", "webhookSecret"] });
      expect(await stored()).toMatchObject({ repository: moved, repositoryToken: null, webhookSecret: null });
      const { organizationId } = lectern.tenant;
      const [entry] = await listAuditEntries(lectern.node.database.query, organizationId, { limit: 1 });
      expect(entry?.details).toEqual({ changed: "repository", forgotten: "repositoryToken, webhookSecret" });
      // Setting the old address again doesn't restore them.
      await change({ repository });
      expect(await stored()).toMatchObject({ repositoryToken: null, webhookSecret: null });
    });
  });

  test.each([
    ["path", "https://git.lectern.test/acme/other"],
    ["spelling", "HTTPS://GIT.Lectern.TEST:443/acme-docs"],
  ])("a stored token and webhook secret stay when only the %s of the address changes", async (_what, same) => {
    const before = await stored();
    expect((await change({ repository: same })).forgotten).toBeUndefined();
    const { repositoryToken, webhookSecret } = before;
    expect(await stored()).toMatchObject({ repositoryToken, webhookSecret });
  });

  test("a token in the same request is kept for the new host", async () => {
    const changed = await change({ repository: "https://elsewhere.test/docs", repositoryToken: "NEWTOKEN" });
    expect(changed).toMatchObject({ hasRepositoryToken: true, forgotten: ["webhookSecret"] });
    expect(secrets().open((await stored()).repositoryToken ?? "")).toBe("NEWTOKEN");
  });

  test("a refused change of the repository deletes no secrets", async () => {
    const before = await stored();
    const body = { repository: "https://evil.test/docs", branch: "..", directory: "../x" };
    expectError(400, await admin.call("changeProject", { params, body }));
    expect(await stored()).toEqual(before);
  });
});
