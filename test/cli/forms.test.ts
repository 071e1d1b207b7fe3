import { expect, test } from "vitest";
import { onBothDatabases } from "../support/database.ts";
import { createInstallation, lectern, lecternJson } from "./lectern.ts";

const repository = "https://git.example.com/acme/docs.git";

onBothDatabases((dialect) => {
  test("organizations, projects and keys are made on the command line", async () => {
    const { variables } = await createInstallation(dialect);
    const organization = await lecternJson<{ organizationId: string; name: string }>(
      ...([variables, "org", "create", "--name", "ACME"] as const),
    );
    expect(organization).toEqual({ organizationId: expect.stringMatching(/^org_/), name: "ACME" });
    const { organizationId } = organization;

    const project = await lecternJson<{ projectId: string }>(
      ...([{ ...variables, LECTERN_URL: "https://docs.example.com/" }, "project", "create"] as const),
      ...["--organization", organizationId, "--name", "Docs", "--domain", "acme", "--repository", repository],
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

    const admin = await lecternJson<{ id: string; key: string }>(
      ...([variables, "key", "create", "--kind", "admin", "--organization", organizationId] as const),
      ...["--name", "CI", "--expires-in-days", "30", "--scope", "read", "--allow-ip", "10.0.0.0/8"],
    );
    expect(admin).toMatchObject({ key: expect.stringMatching(/^svc_/), name: "CI", scopes: ["read"] });
    for (const name of [project.projectId, "acme"]) {
      const assistant = await lecternJson<{ id: string; key: string }>(
        ...([variables, "key", "create", "--kind", "assistant", "--project", name] as const),
        ...["--allow-origin", "https://acme.example.com"],
      );
      expect(assistant).toMatchObject({ key: expect.stringMatching(/^svc_dsc_/), projectId: project.projectId });
    }

    await lecternJson(variables, "key", "revoke", admin.id);
    const { keys } = await lecternJson<{ keys: { id: string; revokedAt: string | null }[] }>(
      ...([variables, "key", "list", "--organization", organizationId] as const),
    );
    expect(keys.map(({ revokedAt }) => revokedAt !== null)).toEqual([true, false, false]);
    expect(JSON.stringify(keys)).not.toContain(admin.key);
    expect(await lecternJson(variables, "org", "list")).toMatchObject({ organizations: [{ organizationId }] });
    expect(await lecternJson(variables, "project", "list")).toMatchObject({ projects: [{ domain: "acme" }] });
    expect(await lecternJson(variables, "project", "show", "acme")).toMatchObject({ projectId: project.projectId });
  });
});

test("text for people is aligned, and --help says how everything is used", async () => {
  const { variables } = await createInstallation("sqlite");
  const { organizationId } = await lecternJson<{ organizationId: string }>(
    variables,
    "org",
    "create",
    "--name",
    "ACME",
  );
  const { stdout } = await lectern(variables, "org", "list");
  expect(stdout.split("\n").map((line) => line.indexOf("ACME"))).toContain(stdout.indexOf("NAME"));
  expect(stdout).toContain(organizationId);
  for (const words of [["--help"], ["help"], ["help", "key"], ["key", "create", "--help"], ["start", "--help"]]) {
    expect(await lectern(variables, ...words)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Usage: lectern/),
      stderr: "",
    });
  }
  expect(await lectern(variables, "--version")).toMatchObject({ exitCode: 0, stdout: "0.1.0\n" });
});
