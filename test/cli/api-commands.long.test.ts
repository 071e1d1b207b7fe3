import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { plainGit } from "../../src/git/git-test-support.ts";
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
    const { stdout: table } = await lectern(environment, "job", "list", projectId, "--limit", "1");
    expect(table).toMatch(
      /^ID +STATUS +CREATED \(UTC\) +PULL REQUEST +PROMPT\njob_\S+ +(Active|Failed) .* Fix the links\n/,
    );
    const followed = await lectern(environment, "job", "create", projectId, "Fix the links", "--follow");
    expect(followed.stdout).toMatch(/^\[Active\] Waiting for a worker\.\n(.+\n)+\nJob +job_/);
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

/** Returns the output of `git push`. */
async function push(clone: string, ...refs: string[]): Promise<string> {
  return (await promisify(execFile)("git", ["push", "origin", ...refs], { cwd: clone })).stderr;
}

test("a question from the terminal is answered, and a push reports the update and its outcome", async () => {
  const { variables, adminKey } = await createUsedInstallation("sqlite");
  const server = await startLectern(variables);
  const create = ["--name", "Kettle", "--domain", "kettle", "--from", writeKettle()];
  const running = { ...variables, LECTERN_URL: server.url };
  type Created = { projectId: string; repository: string };
  const { projectId: id, repository } = await lecternJson<Created>(running, "project", "create", ...create);
  const updated = await lectern(running, "update", "run", "kettle", "--wait");
  expect(updated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("\n[Success] Published 1 page at ") });
  expect((await lectern(running, "update", "list", "kettle")).stdout).toMatch(
    / Success +API +\d{4}-\d\d-\d\d \d\d:\d\d +P/,
  );

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

  const unasked = await lectern(running, "evaluate", "kettle");
  expect(unasked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("There are no questions to ask") });
  const added = await fetch(`${server.url}/v1/project/evaluation/${id}/questions`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    body: JSON.stringify({ question: "How do I descale the kettle?", notInDocs: true }),
  });
  expect(added.status).toBe(201);
  expect(await lectern(running, "evaluate", "kettle", "--fail-on-worse")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      /^RESULT .*\nwrong .* \/ +How do I descale.*\n\n1 question: 0 right, 0 partly, 1 wrong\n$/,
    ),
  });
  expect(await lecternJson(running, "evaluate", "kettle", "--last")).toMatchObject({ results: [{ result: "wrong" }] });

  const clone = join(mkdtempSync(join(tmpdir(), "lectern-kettle-")), "clone");
  onTestFinished(() => rmSync(dirname(clone), { recursive: true }));
  await plainGit(["clone", "--quiet", repository.replace("://", `://anyone:${adminKey}@`), clone]);
  await plainGit(["commit", "--quiet", "--allow-empty", "--message", "Again"], { cwd: clone });
  const published = await push(clone, "main");
  expect(published).toMatch(/^remote: Updating the site with main \([0-9a-f]{7}\): http:\/\/kettle\.localhost:\d+ *$/m);
  expect(published).toMatch(/^remote: {3}http:\/\/127\.0\.0\.1:\d+\/dashboard\/org_\w+\/kettle\/updates\/upd_\w+ *$/m);
  expect(published).toMatch(
    /^remote: Success after \d+\.\d s: Published 1 page at http:\/\/kettle\.localhost:\d+\. *$/m,
  );
  const previewed = await push(clone, "main:look", "main:refs/tags/v1");
  expect(previewed).toMatch(
    /^remote: Updating the branch preview with look .*: http:\/\/look--kettle\.localhost:\d+ *$/m,
  );
  expect(previewed).toMatch(/^remote: Success after /m);
  expect(await push(clone, "main:refs/tags/v2")).toMatch(/^remote: Nothing to update: /m);
  expect(await push(clone, ":look")).toMatch(/^remote: The preview of the branch look was removed\. *$/m);
  expect(await server.stop()).toBe(0);
});

test("the error about an unreachable server names it", async () => {
  const { variables } = await createInstallation("sqlite");
  const remote = { ...variables, LECTERN_URL: "http://127.0.0.1:9", LECTERN_API_KEY: "svc_none" };
  expect(await lectern(remote, "update", "show", "upd_none")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "Can't reach http://127.0.0.1:9; check LECTERN_URL and that the server is running.\n",
  });
});
