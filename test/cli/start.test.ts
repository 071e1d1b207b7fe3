import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { onDatabaseOfRun, onOneDatabase } from "../support/database.ts";
import { isRunning } from "../support/is-running.ts";
import { slow } from "../support/slow.ts";
import {
  createInstallation,
  createUsedInstallation,
  lectern,
  lecternHere,
  lecternJson,
  mainPath,
  startLectern,
  withoutBrowser,
} from "./lectern.ts";

vi.setConfig(slow);

const waitOptions = { timeout: 500_000, interval: 20 };

interface Update {
  status: string;
  source: string;
}

/** The commands in the welcome message. */
function curlCommands(welcome: string): string[] {
  return welcome.split("\n\n").filter((paragraph) => /^\s+(job=\$\()?curl /.test(paragraph));
}

async function runInShell(command: string): Promise<string> {
  return (await promisify(execFile)("sh", ["-c", command])).stdout;
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return list.split(" ").filter(Boolean).map(Number);
}

/** Triggers an update of `acme`, which always fails, and waits for it. */
async function runUpdate(variables: Record<string, string>): Promise<Update> {
  const { stdout } = await lecternHere(variables, "update", "run", "acme", "--wait", "--json");
  return JSON.parse(stdout);
}

onDatabaseOfRun((dialect) => {
  const whateverDatabase = onOneDatabase(dialect);

  test("only the first start prints keys and commands, and the commands work", async () => {
    const { variables } = await createInstallation(dialect);
    const first = await startLectern(variables);
    // Its output may be kept in a log, so the secrets are in a file.
    expect(first.stdout).not.toMatch(/svc_|join#/);
    const [path = ""] = /\S+first-start\.txt$/m.exec(first.stdout) ?? [];
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const welcome = readFileSync(path, "utf8");
    expect(welcome).toMatch(/\/dashboard\/join#\S+\n/);
    expect(welcome).toMatch(/\/dashboard\/org_\w+\/docs\/editor\n/);
    const project = await lecternJson(variables, "project", "show", "docs");
    expect(project).toMatchObject({ dashboardUrl: expect.stringContaining(first.url) });
    expect(welcome).toMatch(/Admin key +svc_\w+\n +Assistant key +svc_dsc_\w+\n +Project +prj_\w+/);

    const [trigger = "", read = "", ask = "", createJob = "", readJob = ""] = curlCommands(welcome);
    expect(JSON.parse(await runInShell(trigger))).toEqual({ statusId: expect.stringMatching(/^upd_/) });
    expect(JSON.parse(await runInShell(read))).toMatchObject({ source: "onboarding", subdomain: "docs" });
    expect(await runInShell(ask)).toContain('data: {"type":"text-delta"');
    expect(JSON.parse(await runInShell(`${createJob}\n${readJob}`))).toMatchObject({ model: expect.any(String) });
    expect((await fetch(`${first.url}/openapi.json`)).status).toBe(200);
    if (dialect === "sqlite") {
      const { exitCode, stdout, stderr } = await lectern({ ...variables, LECTERN_LOG_LEVEL: "fatal" }, "start");
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(/^Lectern is already running with the data folder \S+, at \S+; stop it first/);
      expect(stderr).toContain(`at ${first.url};`);
    }
    expect(await first.stop()).toBe(0);

    const second = await startLectern(variables);
    expect(second.stdout).toContain("key create --kind admin\n");
    expect(second.stdout).toContain("key create --kind assistant --project docs\n");
    expect(second.stdout).toMatch(/create your account.*:\n\n +\S.* account link\n/);
    expect(second.stdout).not.toMatch(/svc_|join#/);
    expect(await second.stop()).toBe(0);
  });

  test(
    "a killed worker is restarted and continues, and stops by itself if its parent is killed",
    whateverDatabase,
    async () => {
      const { variables } = await createUsedInstallation(dialect);
      const running = await startLectern(variables);
      await running.waitFor(() => running.workerPids.length === 1);
      process.kill(running.workerPids[0] ?? 0, "SIGKILL");
      expect(await runUpdate(variables)).toMatchObject({ status: "failure", source: "api" });
      await running.waitFor(() => running.workerPids.length === 2);
      expect(running.stderr).toContain('"signal":"SIGKILL"');
      const pid = running.workerPids[1] ?? 0;
      expect(isRunning(pid)).toBe(true);
      running.process.kill("SIGKILL");
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), waitOptions);
    },
  );

  test("a worker whose parent exits before it is ready stops by itself", whateverDatabase, async () => {
    const { variables } = await createUsedInstallation(dialect);
    const worker = fork(mainPath, ["worker"], { cwd: variables.LECTERN_DATA, env: variables, silent: true });
    worker.disconnect();
    expect(await once(worker, "exit")).toEqual([0, null]);
  });

  test("the API and the worker can run separately", async () => {
    const { variables } = await createUsedInstallation(dialect);
    const api = await startLectern(variables, "serve");
    const worker = await startLectern(variables, "worker");
    expect(await runUpdate(variables)).toMatchObject({ status: "failure" });
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
  });
});

/** Sends a few requests, so that the API has something to log. */
async function visit(url: string): Promise<void> {
  for (const path of ["/healthz", "/openapi.json", "/nowhere"]) await (await fetch(`${url}${path}`)).text();
}

/** A module that lists everything that the process and its children load. */
function listLoaded(folder: string): { NODE_OPTIONS: string; loaded(): string } {
  const list = join(folder, "loaded.txt");
  const hook = join(folder, "hook.mjs");
  writeFileSync(
    hook,
    `import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({
  load(url, context, next) {
    appendFileSync(${JSON.stringify(list)}, url + "\\n");
    return next(url, context);
  },
});`,
  );
  return { NODE_OPTIONS: `--import=${hook}`, loaded: () => readFileSync(list, "utf8") };
}

test("a log in text format has one readable line per entry of the API and the worker, and unused code isn't loaded", async () => {
  const { storage, variables, projectId, adminKey } = await createUsedInstallation("sqlite");
  const { NODE_OPTIONS, loaded } = listLoaded(storage.dataFolder);
  const log = { LECTERN_LOG_FORMAT: "pretty", LECTERN_LOG_LEVEL: "info" };
  const running = await startLectern({ ...variables, ...log, NODE_OPTIONS });
  await visit(running.url);
  const request = { method: "POST", headers: { authorization: `Bearer ${adminKey}` } };
  await (await fetch(`${running.url}/v1/project/update/${projectId}`, request)).text();
  await running.waitFor(() => running.stderr.includes("(worker): "));
  expect(await running.stop()).toBe(0);
  const lines = running.stderr.trimEnd().split("\n");
  const entries = lines.filter((line) => /^\[\d\d:\d\d:\d\d\] [A-Z]+ \((api|worker)\): \S/.test(line));
  // Errors are followed by their stack, indented.
  expect(lines.filter((line) => !entries.includes(line) && !/^(\s|$)/.test(line))).toEqual([]);
  expect(entries.filter((line) => line.includes("(worker)"))).not.toEqual([]);
  expect(entries.find((line) => line.includes("/v1/project/update/"))).toMatch(
    / INFO \(api\): request \{.*"status":202/,
  );
  expect(running.stderr).not.toContain("\u001b");

  expect(loaded()).toContain("/node_modules/fastify/");
  expect(loaded()).not.toMatch(/node_modules\/(pg|pg-boss|pg-pool)\//);
  // Without a collector, nothing is traced.
  expect(loaded()).toContain("/tracing/start-tracing.ts");
  expect(loaded()).not.toMatch(/opentelemetry|open-telemetry/);
});

test.runIf(existsSync("/usr/bin/script"))(
  "in a terminal, the welcome message stays visible and log lines are readable text",
  async () => {
    const { storage, variables } = await createUsedInstallation("sqlite");
    const { PATH = "", HOME = "" } = process.env;
    const command = `exec '${process.execPath}' '${mainPath}' start`;
    const running = spawn("/usr/bin/script", ["-qefc", command, "/dev/null"], {
      cwd: storage.dataFolder,
      env: { PATH, HOME, ...variables, ...withoutBrowser },
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void running.kill("SIGKILL"));
    let screen = "";
    running.stdout.on("data", (text) => {
      screen += text;
    });
    const lastLine = /All commands: .*--help\s*$/;
    await vi.waitFor(() => expect(screen).toMatch(lastLine), waitOptions);
    await visit(/http:\/\/127[\d.]+:\d+/.exec(screen)?.[0] ?? "");
    expect(screen).toMatch(lastLine);
    expect(screen).toMatch(/^\s*Lectern is running\./);
    const [workerPid = 0] = childrenOf(running.pid ?? 0).flatMap(childrenOf);
    process.kill(workerPid, "SIGKILL");
    await vi.waitFor(() => expect(screen).toContain("the worker died"), waitOptions);
    expect(screen).toContain("] \u001b[31mERROR\u001b[39m (api): ");
    const ended = once(running, "close");
    running.stdin.write("\u0003");
    await ended;
  },
);

test("stopping the server ends open streams and leaves no process behind", async () => {
  const { variables, projectId, adminKey } = await createUsedInstallation("sqlite");
  const api = await startLectern({ ...variables, LECTERN_SHUTDOWN_SECONDS: "600" }, "serve");
  const headers = { authorization: `Bearer ${adminKey}` };
  const triggered = await fetch(`${api.url}/v1/project/update/${projectId}`, { method: "POST", headers });
  const { statusId } = (await triggered.json()) as { statusId: string };
  const stream = await fetch(`${api.url}/v1/project/update-status/${statusId}/events`, { headers });
  const exitCode = api.stop();
  expect(await stream.text()).toContain("event: status");
  expect(await exitCode).toBe(0);
});

/** A client that never finishes its request. */
async function connectAndStall(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  await new Promise((resolve) =>
    socket.write("POST /v1/project/update/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", resolve),
  );
  // This request is answered after both connections were accepted.
  await (await fetch(`${url}/healthz`)).text();
}

test("a client that never finishes its request delays the stop only up to the limit", async () => {
  const { variables } = await createUsedInstallation("sqlite");
  const running = await startLectern({ ...variables, LECTERN_SHUTDOWN_SECONDS: "1" }, "serve");
  await connectAndStall(running.url);
  expect(await running.stop()).toBe(0);
});

test("a second signal ends everything immediately", async () => {
  const { variables } = await createUsedInstallation("sqlite");
  const running = await startLectern({ ...variables, LECTERN_SHUTDOWN_SECONDS: "600" });
  await running.waitFor(() => running.workerPids.length === 1);
  const [pid = 0] = running.workerPids;
  await connectAndStall(running.url);
  running.process.kill("SIGTERM");
  await vi.waitFor(() => expect(fetch(running.url)).rejects.toThrow(), waitOptions);
  expect(await running.stop()).toBe(1);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), waitOptions);
});
