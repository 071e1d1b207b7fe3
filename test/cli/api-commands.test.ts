import { expect, test } from "vitest";
import { onBothDatabases } from "../support/database.ts";
import {
  createAcme,
  createInstallation,
  createUsedInstallation,
  deadRepository,
  lectern,
  lecternJson,
  startLectern,
  type Variables,
} from "./lectern.ts";

/** A server that runs, a project in it, and the two ways to reach it: its database, or its API with a key. */
async function createSides(variables: Variables) {
  const server = await startLectern(variables);
  const { organizationId, projectId } = await createAcme(variables);
  const { key } = await lecternJson<{ key: string }>(
    ...([variables, "key", "create", "--kind", "admin", "--organization", organizationId] as const),
  );
  const remote = { LECTERN_DATA: variables.LECTERN_DATA ?? "", LECTERN_URL: server.url, LECTERN_API_KEY: key };
  return { own: variables, remote, projectId };
}

onBothDatabases((dialect) => {
  test("updates are triggered, listed and followed beside a server, through its database and through its API", async () => {
    const { variables } = await createUsedInstallation(dialect);
    const { projectId, ...sides } = await createSides(variables);
    for (const side of ["own", "remote"] as const) {
      const environment = sides[side];
      const project = side === "own" ? "acme" : projectId;

      const waited = await lectern(environment, "update", "run", project, "--wait", "--json");
      const { statusId, status, logs } = JSON.parse(waited.stdout) as {
        statusId: string;
        status: string;
        logs: string[];
      };
      expect({ status, ...waited }).toMatchObject({
        exitCode: 1,
        status: "failure",
        stderr: expect.stringMatching(/^The update failed: [^\n]+\n$/),
      });
      expect((await lectern(environment, "update", "logs", statusId, "--follow")).stdout).toBe(
        logs.map((line) => `${line}\n`).join(""),
      );
      expect(await lecternJson(environment, "update", "logs", statusId)).toEqual({ statusId, logs });

      const { statusId: newest } = await lecternJson<{ statusId: string }>(environment, "update", "run", project);
      expect(await lecternJson(environment, "update", "show", newest)).toMatchObject({ _id: newest, projectId });
      expect(await lecternJson(environment, "update", "list", project, "--limit", "1")).toMatchObject({
        updates: [{ _id: newest }],
        nextCursor: newest,
      });
    }
  });

  test("agent jobs are created, listed and followed beside a server, through its database and through its API", async () => {
    const { variables } = await createUsedInstallation(dialect);
    const { projectId, ...sides } = await createSides(variables);
    for (const side of ["own", "remote"] as const) {
      const environment = sides[side];
      const { id } = await lecternJson<{ id: string }>(
        ...([environment, "job", "create", projectId, "Fix the links", "--ref", "next", "--model", "m"] as const),
      );
      expect(await lecternJson(environment, "job", "show", projectId, id)).toMatchObject({
        id,
        model: "m",
        source: { repository: deadRepository },
      });
      expect(await lecternJson(environment, "job", "list", projectId, "--limit", "1")).toMatchObject({
        jobs: [{ id }],
      });
      const followed = await lectern(environment, "job", "create", projectId, "Fix the links", "--follow");
      expect(followed.stdout).toMatch(/^\[active\] Waiting for a worker\.\n(.+\n)+\nJob +job_/);
    }
  });
});

test("an address where nothing answers is named", async () => {
  const { variables } = await createInstallation("sqlite");
  const remote = { ...variables, LECTERN_URL: "http://127.0.0.1:9", LECTERN_API_KEY: "svc_none" };
  expect(await lectern(remote, "update", "show", "upd_none")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "Nothing answers at http://127.0.0.1:9; check LECTERN_URL, and that the server runs there.\n",
  });
});
