import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKey } from "../../src/keys/create-key.ts";
import { codeOf } from "../clients/example-page.ts";
import { slow } from "../support/slow.ts";
import { type HostedProject, type Publisher, smallProject, startPublisher } from "../updates/publisher.ts";
import { installPacked } from "./packed-lectern.ts";

vi.setConfig(slow);

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const examples = ["publish", "preview", "search", "agent", "failures"];

let folder = "";
let publisher: Publisher;
let hosted: HostedProject;
let variables: Record<string, string>;

/** A project with the packed package installed and the documentation's examples as its files. */
beforeAll(async () => {
  const packed = await installPacked();
  folder = mkdtempSync(join(tmpdir(), "lectern-consumer-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(packed.folder, "node_modules/lectern-docs"), join(folder, "node_modules/lectern-docs"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  for (const name of examples)
    writeFileSync(join(folder, `${name}.ts`), codeOf("../reference/client.mdx", `ts ${name}.ts`));
  publisher = await startPublisher("sqlite");
  hosted = await publisher.publish("acme", smallProject);
  const { app, organizationId, adminKey, url } = publisher;
  const assistant = { kind: "assistant", organizationId, projectId: hosted.project.id } as const;
  const { secret } = await createKey(app, app.database.query, assistant);
  variables = { LECTERN_URL: url, LECTERN_API_KEY: adminKey, PROJECT_ID: hosted.project.id, ASSISTANT_KEY: secret };
});
afterAll(async () => {
  await publisher?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function runExample(name: string, more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [`${name}.ts`], { cwd: folder, env: { ...variables, ...more } });
  return stdout;
}

/** Compiles the project's files with the strictest settings, including the declarations of its packages. */
async function typeCheck(compiler: string, files: readonly string[], options: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { stdout } = await run(process.execPath, [join(root, "node_modules", compiler, "bin/tsc")], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

const inNode = { module: "nodenext", lib: ["es2024"], types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
const inBrowser = { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], types: [] };

test("the examples type-check in a strict project that has none of Lectern's own libraries", async () => {
  expect(existsSync(join(folder, "node_modules/typebox"))).toBe(false);
  const files = examples.map((name) => `${name}.ts`);
  expect(await typeCheck("typescript", files, inNode)).toBe("");
});

test.each(["typescript", "typescript-5"])(
  "a program for browsers type-checks with %s, and a wrong one doesn't",
  async (compiler) => {
    const start =
      'import { createClient } from "lectern-docs/client";\nconst client = createClient({ url: location.origin });\n';
    writeFileSync(
      join(folder, "right.ts"),
      `${start}const { logs }: { logs: string[] } = await client.getUpdateStatus({ statusId: "upd_1" });\nexport { logs };\n`,
    );
    writeFileSync(
      join(folder, "wrong.ts"),
      `${start}await client.getUpdateStatus({ statusID: "upd_1" });\nexport {};\n`,
    );
    expect(await typeCheck(compiler, ["right.ts"], inBrowser)).toBe("");
    expect(await typeCheck(compiler, ["wrong.ts"], inBrowser)).toContain("statusID");
  },
);

test("the example publish.ts shows the log and the outcome", async () => {
  expect(await runExample("publish")).toMatch(/\nsuccess: .+\n$/);
});

test("the example preview.ts publishes the branch", async () => {
  const clone = await hosted.clone();
  await clone.push("HEAD:refs/heads/next");
  const url = `http://next--acme.localhost:${publisher.port}`;
  expect(await runExample("preview", { BRANCH: "next", COMMIT: "1a2b3c" })).toBe(`${url}: success, 0 errors\n`);
});

test("the example search.ts finds pages and reads them", async () => {
  expect(await runExample("search")).toMatch(/^Start \(\/?guides\/start\), \d+ characters of Markdown\n/);
});

test("the example agent.ts ends with the link to a pull request", async () => {
  const output = await runExample("agent");
  expect(output).toMatch(/^modified guides\/start\.mdx\nhttp:\/\/127\.0\.0\.1:\d+\/\S+\n$/);
});

test("the example failures.ts lists failed updates, and shows the server's error for a wrong key", async () => {
  expect(await runExample("failures")).toBe("");
  expect(await runExample("failures", { LECTERN_API_KEY: "svc_wrong" })).toMatch(/^401: .+\n$/);
});
