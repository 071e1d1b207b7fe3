import { execFile, execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../../src/platform/free-port.ts";
import { mainPath, RunningLectern, startLectern, type Variables } from "../cli/lectern.ts";
import { slow } from "../support/slow.ts";
import { installPacked, listPackages, type PackedLectern, packedPath } from "./packed-lectern.ts";

vi.setConfig(slow);

const root = join(import.meta.dirname, "../..");
/** As docs/guides/install.mdx says. The word vectors, with which questions are understood without a model, are 7 MB of it. */
const tarballBytesMax = 21 * 1000 * 1000;
/** Lectern, the page parser with its types, and the bundler of authors' components, with packages of native code. */
const packagesMax = 12;

let packed: PackedLectern;
let work: string;
let site: string;
let variables: Variables;

beforeAll(async () => {
  packed = await installPacked();
  work = mkdtempSync(join(tmpdir(), "lectern-package-"));
  site = join(work, "site");
  const home = join(work, "home");
  mkdirSync(home);
  const data = join(work, "data");
  mkdirSync(data, { mode: 0o700 });
  const port = String(await freePort("127.0.0.1"));
  variables = { HOME: home, PATH: packedPath, LECTERN_DATA: data, PORT: port, NODE_COMPILE_CACHE: "" };
  await lectern("new", site, "--name", "Acme");
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs the installed command, as a shell would. */
async function lectern(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(packed.bin, args, { cwd: work, env: variables });
  return stdout;
}

test("the tarball is small and contains neither tests nor sources", () => {
  expect(statSync(packed.tarball).size).toBeLessThan(tarballBytesMax);
  const files = execFileSync("tar", ["tzf", packed.tarball], { encoding: "utf8", maxBuffer: tarballBytesMax }).split(
    "\n",
  );
  const extra = files.filter((file) =>
    /\.test\.|test-support|(?<!\.d)\.tsx?$|\.map$|^package\/(?:test|src|bench)\//.test(file),
  );
  // Declaration files (.d.ts) are allowed, because TypeScript's own are needed for the types in code blocks.
  expect(extra).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(
      ["LICENSE", "NOTICE", "README.md", "docs/docs.json", "sbom.cdx.json"].map((file) => `package/${file}`),
    ),
  );
});

test("few packages are installed with Lectern, and none of them runs a script", () => {
  const packages = listPackages(packed.folder);
  expect(Object.keys(packages).length).toBeLessThanOrEqual(packagesMax);
  expect(Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)).toEqual([]);
});

test("the installed command shows its version, and its messages suggest commands that work there", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect(await lectern("--version")).toBe(`${version}\n`);
  expect(await lectern("new", join(work, "other"))).toContain("Preview it with: npx lectern-docs dev ");
  expect(await lectern("doctor")).toMatch(/run: npm install playwright-core/);
});

test("the installed package builds the same site as the clone, with every feature that needs a package", async () => {
  const folder = join(work, "pages");
  cpSync(site, folder, { recursive: true });
  writeFileSync(join(folder, "index.mdx"), page);
  expect(await lectern("validate", folder)).toContain("0 errors, 0 warnings");
  await lectern("build", folder, "--out", join(work, "built"));
  await promisify(execFile)(process.execPath, [mainPath, "build", folder, "--out", join(work, "expected")]);
  const files = globSync("**/*.*", { cwd: join(work, "expected") }).toSorted();
  expect(globSync("**/*.*", { cwd: join(work, "built") }).toSorted()).toEqual(files);
  const changed = files.filter(
    (file) => !readFileSync(join(work, "built", file)).equals(readFileSync(join(work, "expected", file))),
  );
  expect(changed).toEqual([]);
});

test("the packed docs, which are the sample project, have all their images", async () => {
  expect(await lectern("validate", join(packed.folder, "node_modules/lectern-docs/docs"))).toContain(
    "0 errors, 0 warnings",
  );
});

test("the installed preview shows a page", async () => {
  const running = new RunningLectern(variables, ["dev", site, "--port", "0"], packed.main);
  onTestFinished(() => running.kill());
  await running.waitFor(() => running.stdout.includes("Press Ctrl+C to stop."));
  const address = /http:\/\/\S+?(?=\. )/.exec(running.stdout)?.[0] ?? "";
  expect(await (await fetch(address)).text()).toContain("Acme");
  running.process.kill("SIGINT");
  expect(await running.ended).toBe(0);
});

test("a push to the installed server is published, and its agent changes a page", async () => {
  const before = packageFiles();
  await lectern("org", "create", "--name", "Acme");
  const create = ["project", "create", "--name", "Acme", "--domain", "acme", "--from", site];
  const { projectId } = JSON.parse(await lectern(...create, "--json"));
  const { key } = JSON.parse(await lectern("key", "create", "--kind", "admin", "--json"));
  const running = await startLectern(variables, "start", packed.main);
  await expect.poll(() => readPage("/")).toContain("Acme");

  const clone = join(work, "clone");
  const git = (...args: string[]) =>
    promisify(execFile)("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: work });
  await git("clone", "-q", running.url.replace("://", `://x:${key}@`).concat("/git/acme.git"), clone);
  const [first = ""] = globSync("guides/*.mdx", { cwd: clone });
  writeFileSync(join(clone, first), `${readFileSync(join(clone, first), "utf8")}\nWritten from the package.\n`);
  await git("-C", clone, "commit", "-qam", "Add a sentence");
  await git("-C", clone, "push", "-q");
  await expect.poll(() => readPage(`/${first.replace(/\.mdx$/, "")}`)).toContain("Written from the package.");

  const log = async () => {
    const [update] = JSON.parse(await lectern("update", "list", "acme", "--json")).updates;
    expect(update).toMatchObject({ status: "success" });
    return lectern("update", "logs", update._id);
  };
  // The rest of the message differs on machines that also lack Chromium.
  const skipped = /screenshot-pages: skipped because no browser was found; .*run: npm install playwright-core/;
  await expect.poll(log).toMatch(skipped);

  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ prompt: `Rename Written to Composed in ${first}` });
  const job = await (await fetch(`${running.url}/v2/agent/${projectId}/job`, { method: "POST", headers, body })).json();
  const readJob = async () => (await fetch(`${running.url}/v2/agent/${projectId}/job/${job.id}`, { headers })).json();
  await expect.poll(readJob).toMatchObject({ status: "completed", prLink: expect.any(String) });
  expect(await running.stop()).toBe(0);
  expect(packageFiles()).toEqual(before);
});

/** Reads a page of the site, which has its own host name on the server. */
function readPage(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const host = `acme.localhost:${variables.PORT}`;
    get({ host: "127.0.0.1", port: variables.PORT, path, headers: { host } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    }).on("error", reject);
  });
}

/** An installed package may be read-only, so nothing is written there. */
function packageFiles(): string[] {
  return globSync("**/*", { cwd: join(packed.folder, "node_modules") }).toSorted();
}

const page = `---
title: Everything
---

<Card title="Icons" icon="rocket" href="/guides">
  <Icon icon="github" iconType="brands" /> <Icon icon="air-vent" /> <Icon icon="abacus-off" />
</Card>

$$
\\int_0^1 x^2\\,dx = \\frac{1}{3}
$$

\`\`\`mermaid
flowchart LR
  a[One] --> b[Two]
\`\`\`

\`\`\`ts twoslash
const answer = [1, 2].map((number) => String(number));
//    ^?
\`\`\`

\`\`\`rust
fn main() { println!("{}", 1); }
\`\`\`

<div className="grid grid-cols-3 text-red-500">Tailwind</div>

export const Counter = () => {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
};

<Counter />
`;
