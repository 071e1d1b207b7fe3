import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { slow } from "../support/slow.ts";
import {
  createInstallation,
  createUsedInstallation,
  deadRepository,
  lectern,
  lecternJson,
  makeUsedInstallation,
  RunningLectern,
  startLectern,
  type Variables,
  withoutBrowser,
} from "./lectern.ts";

vi.setConfig(slow);

let projectId: string;
/** The two ways to reach a running server: its database, or its API with a key. */
let sides: [Variables, Variables];

beforeAll(async () => {
  const { storage, variables, adminKey, ...made } = await makeUsedInstallation("sqlite");
  const server = new RunningLectern({ ...variables, ...withoutBrowser }, ["start"]);
  await server.waitUntilReady();
  projectId = made.projectId;
  const LECTERN_DATA = storage.dataFolder;
  sides = [variables, { LECTERN_DATA, LECTERN_URL: server.url, LECTERN_API_KEY: adminKey }];
  return async () => {
    await server.kill();
    await storage.remove();
  };
});

test("updates are triggered, listed and followed through the database and through the API of a running server", async () => {
  for (const environment of sides) {
    const project = environment === sides[0] ? "acme" : projectId;

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

test("agent jobs are created, listed and followed through the database and through the API of a running server", async () => {
  for (const environment of sides) {
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

/** A folder with two sentences of documentation. */
function writeKettle(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-kettle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = { theme: "mint", name: "Kettle", colors: { primary: "#1A7F37" }, navigation: { pages: ["index"] } };
  writeFileSync(join(folder, "docs.json"), JSON.stringify(settings));
  const page = "---\ntitle: Kettle\n---\n\n## Descale\n\nDescale the kettle with vinegar, once a month.\n";
  writeFileSync(join(folder, "index.mdx"), page);
  return folder;
}

test("a question from the terminal is answered, and the conversation continues", async () => {
  const { variables, organizationId } = await createUsedInstallation("sqlite");
  const server = await startLectern(variables);
  const create = ["--organization", organizationId, "--name", "Kettle", "--domain", "kettle", "--from", writeKettle()];
  await lecternJson(variables, "project", "create", ...create);
  expect((await lectern(variables, "update", "run", "kettle", "--wait")).exitCode).toBe(0);

  const { stdout, exitCode } = await lectern(variables, "ask", "kettle", "How do I descale the kettle?");
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^From the docs: .*Descale \[1\]\n/),
  });
  expect(stdout).toContain("\n\nDescale the kettle with vinegar, once a month.\n");
  expect(stdout).toMatch(/\n\[1\] Kettle {2}http:\S+#descale\n$/);

  type Told = { answer: string; sources: unknown[]; threadId: string };
  const told = await lecternJson<Told>(variables, "ask", "kettle", "How often do I descale it?");
  expect(told).toMatchObject({ answer: expect.stringContaining("once a month"), sources: [{ title: "Kettle" }] });
  const more = await lecternJson<Told>(variables, "ask", "kettle", "With vinegar?", "--thread", told.threadId);
  expect(more.threadId).toBe(told.threadId);
  expect(await server.stop()).toBe(0);
});

test("an unreachable server is named", async () => {
  const { variables } = await createInstallation("sqlite");
  const remote = { ...variables, LECTERN_URL: "http://127.0.0.1:9", LECTERN_API_KEY: "svc_none" };
  expect(await lectern(remote, "update", "show", "upd_none")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "Cannot reach http://127.0.0.1:9; check LECTERN_URL and that the server is running.\n",
  });
});
