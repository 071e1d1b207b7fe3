import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../src/platform/free-port.ts";
import { type Instruction, readDockerfile } from "../deploy/deployment-files.ts";
import { slow } from "../support/slow.ts";
import { installPacked, type PackedLectern } from "./packed-lectern.ts";

vi.setConfig(slow);

const instructions = readDockerfile();
const lastStage = Math.max(...instructions.map(({ stage }) => stage));

let packed: PackedLectern;
/** Takes the place of the container's root folder. */
let root: string;

beforeAll(async () => {
  packed = await installPacked();
  root = mkdtempSync(join(tmpdir(), "lectern-image-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("the image's own command starts Lectern, its health check passes, and the stop signal ends it", async () => {
  // COPY --from=install: the packages that npm installed become /opt/lectern.
  expect(oneOf("COPY", lastStage)).toBe("--from=install /opt/lectern/ /opt/lectern/");
  mkdirSync(join(root, "opt/lectern/bin"), { recursive: true });
  symlinkSync(packed.bin, join(root, "opt/lectern/bin/lectern"));
  // RUN install --directory --mode=700 /data
  mkdirSync(join(root, "data"), { mode: 0o700 });
  const before = snapshot(packed.folder);

  const port = String(await freePort("127.0.0.1"));
  const environment = {
    ...environmentOf(oneOf("ENV", lastStage)),
    PORT: port,
    HOST: "127.0.0.1",
    HOME: "/nonexistent",
  };
  const [init, dashes, program = "", ...command] = [...listIn("ENTRYPOINT"), ...listIn("CMD")];
  expect([init, dashes]).toEqual(["tini", "--"]);
  const lectern = spawn(program, command, {
    cwd: join(root, "opt/lectern"),
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  lectern.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  const exit = once(lectern, "exit");
  try {
    const [check = "", ...args] = listIn("HEALTHCHECK");
    expect(check).toBe("node");
    await expect.poll(() => statusOf(process.execPath, args, environment), { timeout: 300_000, interval: 500 }).toBe(0);
    await expect.poll(() => output, { timeout: 300_000 }).toContain("first-start.txt");
    expect(output).not.toMatch(/svc_|join#/);
    expect(existsSync(join(root, "data/lectern.db"))).toBe(true);
  } finally {
    lectern.kill(oneOf("STOPSIGNAL", lastStage) as NodeJS.Signals);
  }
  expect(await exit).toEqual([0, null]);
  // The root file system is read-only in a container.
  expect(snapshot(packed.folder)).toEqual(before);
});

function oneOf(name: string, stage: number): string {
  const found = instructions.filter(
    (instruction: Instruction) => instruction.name === name && instruction.stage === stage,
  );
  if (found.length !== 1) throw new Error(`The Dockerfile has ${found.length} instructions ${name} in stage ${stage}.`);
  return found[0]?.text ?? "";
}

/** The JSON form of ENTRYPOINT, CMD and HEALTHCHECK. */
function listIn(name: string): string[] {
  const text = oneOf(name, lastStage);
  return JSON.parse(text.slice(text.indexOf("["))) as string[];
}

function environmentOf(text: string): Record<string, string> {
  const variables = Object.fromEntries(
    text.split(" ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const path = [join(root, "opt/lectern/bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  expect(variables.PATH).toBe("/opt/lectern/bin:$PATH");
  return { ...variables, PATH: path, LECTERN_DATA: join(root, variables.LECTERN_DATA ?? "") };
}

async function statusOf(program: string, args: readonly string[], env: Record<string, string>): Promise<number> {
  const [status] = await once(spawn(program, args, { env, stdio: "ignore" }), "exit");
  return Number(status);
}

/** Every file with its size and time of change. */
function snapshot(folder: string): string[] {
  return globSync("**/*", { cwd: folder }).map((path) => {
    const { size, mtimeMs } = statSync(join(folder, path));
    return `${path} ${size} ${mtimeMs}`;
  });
}
