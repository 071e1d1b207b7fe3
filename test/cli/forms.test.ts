import { expect, test, vi } from "vitest";
import { operatorActor } from "../../src/activity/audit/operator.ts";
import { listAuditEntries } from "../../src/activity/audit/store.ts";
import { onDatabaseOfRun, openStorage } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { createInstallation, lectern, lecternHere, lecternJsonHere } from "./lectern.ts";

vi.setConfig(slow);

const repository = "https://git.example.com/acme/docs.git";

onDatabaseOfRun((dialect) => {
  test("organizations, projects and keys created on the command line are in the audit log", async () => {
    const { storage, variables } = await createInstallation(dialect);
    const organization = await lecternJsonHere<{ organizationId: string; name: string }>(
      ...([variables, "org", "create", "--name", "ACME"] as const),
    );
    expect(organization).toEqual({ organizationId: expect.stringMatching(/^org_/), name: "ACME" });
    const { organizationId } = organization;

    const project = await lecternJsonHere<{ projectId: string }>(
      ...([{ ...variables, LECTERN_URL: "https://docs.example.com/" }, "project", "create"] as const),
      ...["--name", "Docs", "--domain", "acme", "--repository", repository],
      ...["--branch", "next", "--directory", "docs", "--custom-domain", "a.example.com"],
      ...["--custom-domain", "b.example.com"],
    );
    expect(project).toMatchObject({
      projectId: expect.stringMatching(/^prj_/),
      organizationId,
      domain: "acme",
      dashboardUrl: `https://docs.example.com/dashboard/${organizationId}/acme`,
      branch: "next",
      directory: "docs",
      customDomains: ["a.example.com", "b.example.com"],
    });

    const admin = await lecternJsonHere<{ id: string; key: string }>(
      ...([variables, "key", "create", "--kind", "admin"] as const),
      ...["--name", "CI", "--expires-in-days", "30", "--scope", "read", "--allow-ip", "10.0.0.0/8"],
    );
    expect(admin).toMatchObject({ key: expect.stringMatching(/^svc_/), name: "CI", scopes: ["read"] });
    for (const name of [project.projectId, "acme"]) {
      const assistant = await lecternJsonHere<{ id: string; key: string }>(
        ...([variables, "key", "create", "--kind", "assistant", "--project", name] as const),
        ...["--allow-origin", "https://acme.example.com"],
      );
      expect(assistant).toMatchObject({ key: expect.stringMatching(/^svc_dsc_/), projectId: project.projectId });
    }

    await lecternJsonHere(variables, "key", "revoke", admin.id);
    const { keys } = await lecternJsonHere<{ keys: { id: string; revokedAt: string | null }[] }>(
      ...([variables, "key", "list", "--organization", organizationId] as const),
    );
    expect(keys.map(({ revokedAt }) => revokedAt !== null)).toEqual([true, false, false]);
    expect(JSON.stringify(keys)).not.toContain(admin.key);
    const set = ["project", "set", "acme", "--token", "a token of the host"];
    const refused = await lecternHere(variables, ...set, "--agent-paths", ".git/");
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(".git/") });
    await lecternJsonHere(variables, ...set, "--budget", "jobs:tokens=500", "--new-webhook-secret");

    const database = await openStorage(storage);
    const entries = (await listAuditEntries(database.query, organizationId, { limit: 100 })).reverse();
    await database.close();
    const { projectId } = project;
    const assistant = { name: "assistant key", kind: "assistant" };
    const ofKey = expect.stringMatching(/^key_/);
    expect(entries.map(({ action, projectId, details }) => [action, projectId, details])).toEqual([
      ["createOrganization", null, { name: "ACME" }],
      ["createProject", projectId, { name: "Docs", domain: "acme" }],
      ["createKey", null, { keyId: admin.id, name: "CI", kind: "admin" }],
      ["createKey", projectId, { keyId: ofKey, ...assistant }],
      ["createKey", projectId, { keyId: ofKey, ...assistant }],
      ["revokeKey", null, { keyId: admin.id, name: "CI", kind: "admin" }],
      ["changeProject", projectId, { changed: "repositoryToken, budgets", budgets: "500 tokens a day for jobs" }],
      ["rotateWebhookSecret", projectId, {}],
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: operatorActor(), address: "127.0.0.1" });
    }

    expect(await lecternJsonHere(variables, "org", "list")).toMatchObject({ organizations: [{ organizationId }] });
    expect(await lecternJsonHere(variables, "project", "list")).toMatchObject({ projects: [{ domain: "acme" }] });
    expect(await lecternJsonHere(variables, "project", "show", "acme")).toMatchObject({ projectId: project.projectId });
    expect(await lecternJsonHere(variables, "account", "link")).toMatchObject({
      link: expect.stringContaining("http"),
    });
    await lecternJsonHere(variables, "org", "create", "--name", "Second");
    for (const args of [
      ["key", "list"],
      ["account", "link"],
      ["key", "create", "--kind", "admin"],
    ]) {
      const { exitCode, stderr } = await lecternHere(variables, ...args);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringMatching(/^There are 2 organizations;/),
      });
      expect(stderr).toContain(`\n  --organization ${organizationId}  ACME\n`);
      expect(stderr).toMatch(/\n {2}--organization org_\w+ {2}Second\n$/);
    }
  });
});

test("tables are aligned, and --help works everywhere", async () => {
  const { variables } = await createInstallation("sqlite");
  const { organizationId } = await lecternJsonHere<{ organizationId: string }>(
    variables,
    "org",
    "create",
    "--name",
    "ACME",
  );
  const { stdout } = await lecternHere(variables, "org", "list");
  expect(stdout.split("\n").map((line) => line.indexOf("ACME"))).toContain(stdout.indexOf("NAME"));
  expect(stdout).toContain(organizationId);
  for (const args of [["--help"], ["help"], ["help", "key"], ["key", "create", "--help"], ["start", "--help"]]) {
    expect(await lecternHere(variables, ...args)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Usage: lectern/),
      stderr: "",
    });
  }
  expect(await lectern(variables, "--version")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});
