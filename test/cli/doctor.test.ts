import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Check } from "../../src/cli/checks/check.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import { onDatabaseOfRun, openStorage } from "../support/database.ts";
import { hasBrowser } from "../support/has-browser.ts";
import { startModelServer } from "../support/model-server.ts";
import { createTestProject } from "../support/server.ts";
import { slow } from "../support/slow.ts";
import {
  createInstallation,
  lectern,
  lecternHere,
  lecternJsonHere,
  occupyPort,
  startLectern,
  type Variables,
  withoutBrowser,
} from "./lectern.ts";

vi.setConfig(slow);

/** Runs the doctor in this process, where it finds no browser: starting one takes longer than all other checks. */
async function runDoctor(variables: Variables, ...args: string[]) {
  vi.stubEnv("TMPDIR", withoutBrowser.TMPDIR);
  try {
    return await lecternHere({ ...variables, PATH: "" }, "doctor", ...args);
  } finally {
    vi.unstubAllEnvs();
  }
}

async function examine(
  variables: Variables,
  run: typeof runDoctor = runDoctor,
): Promise<{ exitCode: number | null; states: Record<string, string> }> {
  const { exitCode, stdout } = await run(variables, "--json");
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  for (const { state, fix } of checks) {
    expect(fix === undefined).toBe(state === "ok");
  }
  return { exitCode, states: Object.fromEntries(checks.map(({ name, state }) => [name, state])) };
}

onDatabaseOfRun((dialect) => {
  test("doctor passes on a complete machine and does not change the database", async () => {
    const { variables } = await createInstallation(dialect);
    const before = await examine(variables);
    const works = { node: "ok", git: "ok", disk: "ok", port: "ok", model: "ok", embeddings: "ok" };
    expect(before).toMatchObject({ exitCode: 0, states: works });
    expect(before.states.database).toBe(dialect === "sqlite" ? "ok" : "warn");
    await lecternJsonHere(variables, "migrate");
    expect(await examine(variables)).toMatchObject({ exitCode: 0, states: { database: "ok" } });
  });

  test("doctor fails if the database has a newer schema", async () => {
    const { storage, variables } = await createInstallation(dialect);
    const database = await openStorage(storage);
    await sql`
      insert into schema_migrations (version, name, usable_from, applied_at) values (999, 'future', 999, 0)`.execute(
      database.query,
    );
    await database.close();
    expect(await examine(variables)).toMatchObject({ exitCode: 1, states: { database: "fail" } });
  });
});

test("doctor names the published sites that the store has lost", async () => {
  const { storage, variables } = await createInstallation("sqlite");
  const database = await openStorage(storage);
  const { id: projectId } = await createTestProject(database, { now: () => 0 });
  const site = { subdomain: "acme", projectId, branch: "main", updateId: "upd_1", commitSha: null, publishedAt: 0 };
  await pointSite(database.query, { ...site, artifact: "0".repeat(64) });
  await database.close();
  const { exitCode, stdout } = await runDoctor(variables, "--json");
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).checks).toContainEqual({
    name: "sites",
    state: "fail",
    found: "the store has lost 1 published site: acme",
    fix: "restore a backup, or trigger an update of each project",
  });
});

test("doctor reports everything missing or broken, with a way to fix it", async () => {
  const { variables } = await createInstallation("sqlite");
  const missing = { ...variables, DATABASE_URL: "postgres://u:hush@127.0.0.1:9/x" };
  const asProcess: typeof runDoctor = (given, ...args) => lectern(given, "doctor", ...args);
  expect(await examine(missing, asProcess)).toMatchObject({
    exitCode: 1,
    states: { git: "ok", browser: hasBrowser ? "ok" : "warn", database: "fail" },
  });
  expect(await examine({ ...variables, LECTERN_SHUTDOWN_SECONDS: "soon" })).toMatchObject({
    exitCode: 1,
    states: { settings: "fail" },
  });
  const { exitCode, stdout, stderr } = await runDoctor(missing);
  expect(exitCode).toBe(1);
  expect(stdout).not.toContain("hush");
  expect(stderr).toBe("Some checks failed; fix these first: database.\n");
});

test("doctor calls the model once and shows the reason for a failure without the key", async () => {
  const { variables } = await createInstallation("sqlite");
  const model = await startModelServer();
  onTestFinished(() => model.close());
  model.key = "right-key";
  const named = { ...variables, LECTERN_MODEL: "acme/large", LECTERN_MODEL_URL: model.url };
  expect(await examine({ ...named, LECTERN_MODEL_KEY: "right-key" })).toMatchObject({ states: { model: "ok" } });
  expect(model.requests).toHaveLength(1);
  const wrong = { ...named, LECTERN_MODEL_KEY: "wrong-key" };
  expect(await examine(wrong)).toMatchObject({ exitCode: 1, states: { model: "fail" } });
  const { stdout } = await runDoctor(wrong);
  expect(stdout).toContain("rejected the key; check LECTERN_MODEL, LECTERN_MODEL_KEY and LECTERN_MODEL_URL");
  expect(stdout).not.toMatch(/(?:right|wrong)-key/);
  expect(await examine({ ...variables, LECTERN_MODEL: "gpt-5" })).toMatchObject({
    exitCode: 1,
    states: { settings: "fail" },
  });
});

test("doctor accepts a port used by Lectern, but not one used by another program", async () => {
  const { variables } = await createInstallation("sqlite");
  const running = await startLectern(variables, "serve");
  expect(await examine({ ...variables, PORT: new URL(running.url).port })).toMatchObject({ states: { port: "ok" } });
  const PORT = await occupyPort();
  expect(await examine({ ...variables, PORT })).toMatchObject({ exitCode: 1, states: { port: "fail" } });
});

test("doctor --config shows every setting but no secret", async () => {
  const { variables } = await createInstallation("sqlite");
  const secret = { ...variables, DATABASE_URL: "postgres://u:hush@h/x", LECTERN_API_KEY: "hush", PORT: "bad" };
  const { settings } = await lecternJsonHere<{ settings: { name: string; value: string; default: string }[] }>(
    ...([secret, "doctor", "--config"] as const),
  );
  expect(settings).toContainEqual(expect.objectContaining({ name: "PORT", value: "bad", default: "3000" }));
  expect(settings).toContainEqual(expect.objectContaining({ name: "DATABASE_URL", value: "(hidden)" }));
  const { stdout } = await lecternHere(secret, "doctor", "--config");
  expect(stdout).toContain("PORT=bad  (default: 3000)\n");
  expect(stdout + JSON.stringify(settings)).not.toContain("hush");
});
