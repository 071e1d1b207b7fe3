import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError, expectSuccess } from "../contract/expect-reply.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";
import { join, operationOf, type Person, read } from "./people.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;
  let node: Node;
  let admin: Person;
  let params: { organizationId: string };

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    node = await lectern.startNode({ allowedHosts: ["127.0.0.1"] });
    params = { organizationId: lectern.tenant.organizationId };
    admin = await join(lectern, params.organizationId, "admin", "ada@acme.test");
  });
  afterAll(async () => {
    await lectern.stop();
  });

  const list = async (query: string) =>
    read("listAuditEntries", await admin.call("listAuditEntries", { params, query })).entries;
  const rename = async (name: string) => {
    lectern.clock.advance(1_000);
    expectSuccess(
      operationOf("renameOrganization"),
      await admin.call("renameOrganization", { params, body: { name } }, { url: node.url }),
    );
  };

  test("audit entries are found by actor, action, target, project, time and text", async () => {
    const { project } = lectern.tenant;
    const inProject = { params: { projectId: project.id } };
    const prompt = "Explain 100%_of the\nrate limits";
    const job = await admin.call("createAgentJob", { ...inProject, body: { prompt } });
    const { id: jobId } = JSON.parse(job.text);
    lectern.clock.advance(60_000);
    const later = new Date(lectern.clock.now()).toISOString();
    await rename("Acme Corp");

    const [entry] = await list("?action=createAgentJob");
    expect(entry).toMatchObject({
      label: "Created job",
      projectName: project.name,
      target: { kind: "job", id: jobId, name: "Explain 100%_of the rate limits" },
    });
    expect(await list(`?target=${jobId}`)).toEqual([entry]);
    expect(await list("?target=RATE")).toEqual([entry]);
    expect(await list(`?text=${encodeURIComponent("0%_OF")}`)).toEqual([entry]);
    expect(await list(`?text=${encodeURIComponent("0%%of")}`)).toEqual([]);
    expect(await list("?text=created%20job")).toEqual([entry]);
    expect(await list(`?projectId=${project.id}&actor=ada@`)).toEqual([entry]);
    expect(await list("?actor=somebody")).toEqual([]);
    const since = await list(`?from=${later}`);
    expect(since.map(({ action, target }) => [action, target?.name])).toEqual([["renameOrganization", "Acme Corp"]]);
    expect(await list(`?to=${later}&action=renameOrganization`)).toEqual([]);
    expectError(400, await admin.call("listAuditEntries", { params, query: "?from=yesterday" }));
    expectError(400, await admin.call("listAuditEntries", { params, query: "?from=2026-13-01T00:00:00Z" }));
  });

  test("audit entries keep the names of deleted things", async () => {
    const body = { name: "Gone soon", domain: "gone-soon", repository: "https://github.com/acme/gone" };
    const { project } = read("createProject", await admin.call("createProject", { params, body }));
    await admin.call("deleteProject", { params: { projectId: project.id }, body: { domain: "gone-soon" } });
    const entries = await list(`?projectId=${project.id}`);
    expect(entries.map(({ label, target, projectName }) => [label, target?.name, projectName])).toEqual([
      ["Deleted project", "Gone soon", "Gone soon"],
      ["Created project", "Gone soon", "Gone soon"],
    ]);
  });

  test("exports of the audit log contain the filtered entries, and no cell is a formula", async () => {
    await rename('=HYPERLINK("https://evil.test")');
    const csv = await admin.call("exportAuditCsv", { params, query: "?action=renameOrganization" });
    expectSuccess(operationOf("exportAuditCsv"), csv);
    expect(csv.headers["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
    const [head, first, ...rest] = csv.text.trimEnd().split("\r\n");
    expect(head).toMatch(/^"Time","Actor",/);
    expect(first).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(rest).toHaveLength(1);
    expect(csv.text).not.toMatch(/(?:^|,)"[=+@-]/m);
    const json = await admin.call("exportAuditJson", { params, query: "?action=renameOrganization" });
    expect(JSON.parse(json.text)).toEqual(await list("?action=renameOrganization"));
    const none = await admin.call("exportAuditJson", { params, query: "?action=nothing" });
    expect(JSON.parse(none.text)).toEqual([]);
  });
});
