import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishArtifact } from "../src/platform/artifacts/publish-artifact.ts";
import { accessDefaults } from "../src/projects/access/access.ts";
import { saveAccess } from "../src/projects/access/store.ts";
import { createProject } from "../src/projects/create-project.ts";
import { writeRestrictions } from "../src/projects/sites/audience.ts";
import { replaceAudiences } from "../src/projects/sites/audience-store.ts";
import { findSite, pointSite } from "../src/projects/sites/store.ts";
import { startReaderSession } from "../src/readers/start-reader-session.ts";
import { createInstallation, freePort, startLectern, stop, untilReady } from "./support/lectern.ts";
import { load, median, printLoad } from "./support/load.ts";
import { childrenOf, processorMillisecondsOf } from "./support/processor-time.ts";

const projects = 200;
const pagesPerProject = 100;
const pageBytes = 24_000;
/** Short and many, because all servers of a round must meet the same machine. */
const rounds = 8;
const roundSeconds = 2;
const warmSeconds = 4;
const nginxMilliseconds = 10_000;

/**
 * Compares serving published pages with two servers that send the same bytes from a file, `node:http` and nginx, and
 * measures memory after many sites have been read. The ratios are of processor time, which other work on the machine
 * changes less than the number of pages.
 */
const installation = await createInstallation();
const { app, project, url } = installation;
for (let i = 0; i < projects; i++) {
  const created = await createProject(app, app.database.query, {
    organizationId: project.organizationId,
    name: `Site ${i}`,
    domain: `site-${i}`,
    repository: "https://example.com/site.git",
  });
  await publish(created.id, created.domain);
}
const server = startLectern("serve", installation.environment);
await untilReady(url);
const { port } = new URL(url);
const page = (number: number) => `http://127.0.0.1:${port}/guides/page-${number}`;
const headers = { host: `site-0.localhost:${port}` };
const body = await read(page(1), headers);
const privateHeaders = await makePrivate(`site-${projects - 1}`);

const folder = mkdtempSync(join(tmpdir(), "lectern-bare-"));
writeFileSync(join(folder, "page.html"), body);
const barePort = await freePort();
const bareUrl = `http://127.0.0.1:${barePort}/`;
const bare = spawn(
  process.execPath,
  [join(import.meta.dirname, "support/bare-server.ts"), String(barePort), join(folder, "page.html")],
  { stdio: "ignore" },
);

const nginx = await startNginx(folder);

console.log(`A page of ${body.length} bytes:`);
const ratios: number[] = [];
const nginxRatios: number[] = [];
const privateRatios: number[] = [];
await load(bareUrl, warmSeconds, headers);
await load(page(1), warmSeconds, headers);
await load(page(1), warmSeconds, privateHeaders);
for (let round = 0; round < rounds; round++) {
  const reference = await measure("bare node:http", bareUrl, bare.pid);
  const ours = await measure("lectern serve", page(1), server.pid);
  const restricted = await measure("lectern serve, private site", page(1), server.pid, privateHeaders);
  ratios.push(reference / ours);
  privateRatios.push(ours / restricted);
  if (nginx !== undefined) nginxRatios.push((await measure("nginx", nginx.url, nginx.workerId)) / ours);
}
console.log(`  pages per processor second: ${median(ratios).toFixed(2)} of bare   target: at least 0.85`);
console.log(
  `  private pages per processor second: ${median(privateRatios).toFixed(2)} of public ones   target: at least 0.60`,
);
console.log(
  nginx === undefined
    ? "  skipped: nginx is not installed (Debian: nginx-light)"
    : `  pages per processor second: ${median(nginxRatios).toFixed(2)} of nginx`,
);

for (let site = 0; site < projects - 1; site++) {
  for (let number = 0; number < 10; number++) {
    await read(page(number), { host: `site-${site}.localhost:${port}` });
  }
}
console.log(
  `  ${residentMegabytes(server.pid ?? 0).toFixed(0)} MB resident with ${projects} sites of ${pagesPerProject} pages, ten pages of each read   target: at most 260`,
);

await Promise.all([stop(server), stop(bare), nginx && stop(nginx.process)]);
rmSync(folder, { recursive: true, force: true });
await installation.remove();

/** The processor time of a page in microseconds. */
async function measure(name: string, address: string, pid = 0, sent = headers): Promise<number> {
  const before = processorMillisecondsOf(pid);
  const result = await load(address, roundSeconds, sent);
  const pages = result.perSecond * roundSeconds;
  const microseconds = ((processorMillisecondsOf(pid) - before) * 1_000) / pages;
  printLoad(name, result);
  console.log(`${" ".repeat(37)}${microseconds.toFixed(0).padStart(7)} µs of processor time a page`);
  return microseconds;
}

/** Serves a folder with one worker. Undefined if nginx isn't installed. */
async function startNginx(root: string): Promise<{ url: string; process: ChildProcess; workerId: number } | undefined> {
  if (spawnSync("nginx", ["-v"]).error !== undefined) return undefined;
  const port = await freePort();
  const configuration = `
    daemon off; worker_processes 1; pid ${root}/nginx.pid; error_log ${root}/error.log;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; open_file_cache max=10; keepalive_requests 1000000000; types { text/html html; }
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((part) => `${part}_temp_path ${root}/${part};`).join(" ")}
      server { listen 127.0.0.1:${port}; root ${root}; }
    }`;
  writeFileSync(join(root, "nginx.conf"), configuration);
  const nginx = spawn("nginx", ["-p", root, "-c", join(root, "nginx.conf")], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/page.html`;
  const deadline = performance.now() + nginxMilliseconds;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (nginx.exitCode !== null || performance.now() > deadline) throw new Error("nginx did not start.");
  }
  return { url, process: nginx, workerId: Number(childrenOf(nginx.pid)[0]) };
}

async function publish(projectId: string, subdomain: string): Promise<void> {
  const files = Array.from({ length: pagesPerProject }, (_, number) => ({
    path: `guides/page-${number}.html`,
    type: "text/html; charset=utf-8",
    bytes: Buffer.from(
      `<!doctype html><title>${subdomain} ${number}</title>${"<p>Words of a page.</p>".repeat(pageBytes / 23)}`,
    ),
  }));
  const extra = { redirects: [], notFound: "_lectern/404.html" };
  const request = { namespace: projectId, files, extra, filesMax: 1_000, bytesMax: 100_000_000 };
  const { digest } = await publishArtifact(app.objects, request, AbortSignal.timeout(60_000));
  const pointer = {
    subdomain,
    projectId,
    branch: "main",
    updateId: "bench",
    artifact: digest,
    commitSha: null,
    publishedAt: 0,
  };
  await app.database.transaction((tx) => pointSite(tx, pointer));
}

/** Makes a site private, and returns the headers of a reader with a group that has an artifact of its own. */
async function makePrivate(subdomain: string): Promise<{ host: string; cookie: string }> {
  const { query } = app.database;
  const site = await findSite(query, subdomain);
  if (site === undefined) throw new Error(`${subdomain} was not published.`);
  const { projectId, updateId, artifact } = site;
  await saveAccess(query, { projectId, kind: "readers", previews: "members", settings: accessDefaults, updatedAt: 0 });
  const restrictions = writeRestrictions({ groups: ["a", "b"], publicPages: "none", hasClosedPages: false });
  const reader = { method: "jwt" as const, subject: "reader", groups: ["a"], profile: {} };
  const cookie = await app.database.transaction(async (tx) => {
    await pointSite(tx, { ...site, audience: "groups:[]", restrictions });
    await replaceAudiences(
      tx,
      { subdomain, projectId, updateId },
      [{ audience: 'groups:["a"]', artifact }],
      Date.now(),
    );
    return startReaderSession({ ...app, url, sessionHoursMax: 1 }, tx, projectId, reader);
  });
  return { host: `${subdomain}.localhost:${port}`, cookie: cookie.split(";")[0] ?? "" };
}

// Uses node:http, because `fetch` doesn't allow setting the Host header.
async function read(address: string, headers: Record<string, string>): Promise<Buffer> {
  const [response] = await once(get(address, { headers }), "response");
  return Buffer.concat(await response.toArray());
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
}
