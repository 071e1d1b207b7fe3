import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src", "web"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|test-support/.test(path) && existsSync(join(root, path)));
const sources = files.filter((path) => path.startsWith("src/"));

interface Import {
  from: string;
  /** A path in the repository, or the name of a package. */
  to: string;
}

/** All imports, including those of types. */
const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(root, from), "utf8").matchAll(/(?:\bfrom|^import|\bimport\()\s*"([^"]+)"/gm)].map(
    ([, name = ""]) => ({
      from,
      to: name.startsWith(".") ? join(dirname(from), name) : name,
    }),
  ),
);

const decisionsFolder = "docs/decisions";
const decisionFiles = readdirSync(join(root, decisionsFolder));
const map = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

test("every path that the map and the decisions name exists", () => {
  const texts = [map, ...decisionFiles.map((name) => readFileSync(join(root, decisionsFolder, name), "utf8"))];
  const paths = texts.flatMap((text) =>
    [...text.matchAll(/[`(]((?:src|test|bench|docs|web|scripts)\/[\w./-]*)[`)]/g)].map((match) => match[1] ?? ""),
  );
  expect(paths.length).toBeGreaterThan(200);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("each file of decisions is named after a folder", () => {
  const isFolder = (name: string) => [name, `src/${name}`].some((path) => existsSync(join(root, path)));
  expect(decisionFiles.filter((file) => !file.endsWith(".md") || !isFolder(file.slice(0, -".md".length)))).toEqual([]);
});

test("the map is read in ten minutes", () => {
  expect(map.split(/\s+/).length).toBeLessThanOrEqual(2_200);
  expect(map.split("\n").length).toBeLessThanOrEqual(200);
});

test("only stores query the database", () => {
  const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
  const allowed = /^src\/platform\/(?:db|queue)\/|store\.ts$/;
  const offenders = sources.filter((path) => !allowed.test(path) && query.test(readFileSync(join(root, path), "utf8")));
  expect(offenders).toEqual([]);
});

test("only the configuration reads the environment", () => {
  // The engine of author code sets its time zone through the environment.
  const allowed = ["src/platform/config.ts", "src/main.ts", "src/site/page/author-code/engine.ts"];
  const offenders = sources.filter(
    (path) => !allowed.includes(path) && /process\.env\b/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(offenders).toEqual([]);
});

/** The order of folders: each one imports only itself and folders before it. */
const order = [
  "src/contract",
  "src/client",
  "src/platform",
  "src/activity",
  "src/http",
  "src/git",
  "src/screenshot",
  "src/search",
  ...["shared", "translations", "source", "page", "api", "theme", "outputs", "pipeline"].map(
    (room) => `src/site/${room}`,
  ),
  "src/site",
  "src/docs-edits",
  ...[
    "keys",
    "accounts",
    "projects",
    "readers",
    "updates",
    "webhooks",
    "pull-requests",
    "code-hosts",
    "git-host",
    "agent",
    "editor",
  ],
  ...[
    "assistant",
    "insight",
    "analytics",
    "evaluate",
    "automations",
    "slack",
    "mail",
    "notifications",
    "visitors",
    "owner-tools",
    "dashboard",
    "dev-server",
    "app",
    "cli",
  ],
].map((folder) => (folder.startsWith("src/") ? folder : `src/${folder}`));

/** Folders that may import less than the order allows, with the only paths that they may import. */
const narrow: Record<string, string[]> = {
  "src/client": ["src/contract/"],
  "src/git": ["src/contract/", "src/platform/"],
  "src/screenshot": ["src/contract/", "src/platform/"],
  "src/search": ["src/contract/", "src/platform/"],
  "web/site": ["src/contract/", "src/site/theme/assets/styles/", "src/site/translations/en.json"],
  "web/dashboard": ["src/contract/", "web/site/", "src/site/theme/assets/styles/"],
  "web/search": ["src/contract/", "src/search/", "src/site/pipeline/static-search.ts"],
};

const isTool = (path: string) => /^src\/(?:git|screenshot|search|site|docs-edits)\//.test(path);
const isFeature = (path: string) =>
  order.indexOf(folderOf(path)) >= order.indexOf("src/keys") && !/^src\/(?:app|cli)\//.test(path);

test("folders import only folders before them in the order", () => {
  const offenders = imports.filter(({ from, to }) => {
    const [own, other] = [folderOf(from), folderOf(to)];
    if (own === other || !/^(?:src|web)\//.test(to) || /^(?:src\/main|web\/build)\.ts$/.test(from)) return false;
    const allowed = narrow[own];
    return allowed === undefined
      ? !order.includes(other) || order.indexOf(other) > order.indexOf(own)
      : !allowed.some((path) => to.startsWith(path));
  });
  expect(offenders).toEqual([]);
});

/**
 * Rooms of one room that still import each other: what a component prints is read again by the passes behind it. They
 * come apart once components return typed blocks.
 */
const tangled = new Set(["src/site/page"]);

test("the folders inside a folder don't import each other in circles", () => {
  const neighbors = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of imports) {
    const [own, other] = [dirname(from).split("/"), dirname(to).split("/")];
    const level = own.findIndex((name, index) => name !== other[index]);
    const [room, target] = [own[level], other[level]];
    if (room === undefined || target === undefined) continue;
    const parent = own.slice(0, level).join("/");
    const rooms = neighbors.get(parent) ?? new Map<string, Set<string>>();
    neighbors.set(parent, rooms.set(room, (rooms.get(room) ?? new Set()).add(target)));
  }
  const circles = [...neighbors].flatMap(([parent, rooms]) =>
    tangled.has(parent)
      ? []
      : [...rooms.keys()].filter((room) => reaches(rooms, room)).map((room) => `${parent}/${room}`),
  );
  expect(circles).toEqual([]);
});

/** Whether a room imports itself by way of its neighbors. */
function reaches(rooms: ReadonlyMap<string, ReadonlySet<string>>, room: string): boolean {
  const seen = new Set(rooms.get(room));
  for (const next of seen) {
    for (const further of rooms.get(next) ?? []) seen.add(further);
  }
  return seen.has(room);
}

test("other folders import only the entry files of src/site and src/search", () => {
  const doors =
    /^src\/(?:site\/(?:serving|project|reading|painting|rendering|articles|previewing|building)|search\/(?:indexing|querying|language))\.ts$/;
  const parts = ["src/site/", "src/search/"];
  const offenders = imports.filter(
    ({ from, to }) =>
      from.startsWith("src/") && !doors.test(to) && parts.some((part) => to.startsWith(part) && !from.startsWith(part)),
  );
  expect(offenders).toEqual([]);
});

test("every folder has a place in the order", () => {
  const folders = new Set(sources.map(folderOf));
  expect([...folders].filter((folder) => folder !== "src" && !order.includes(folder))).toEqual([]);
});

test("tools import neither the database nor the HTTP server", () => {
  const unknown = /^(?:src\/http\/|src\/platform\/(?:db|queue|artifacts)\/|(?:fastify|kysely|pg)$)/;
  expect(imports.filter(({ from, to }) => isTool(from) && unknown.test(to))).toEqual([]);
});

test("in a feature, only routes and middleware import HTTP code", () => {
  const speaks = ({ from, to }: Import) =>
    isFeature(from) && !/\/(?:routes|middleware)\.ts$/.test(from) && /^(?:src\/http\/|fastify$)/.test(to);
  expect(imports.filter(speaks)).toEqual([]);
  expect(imports.filter(({ from, to }) => from.startsWith("src/platform/") && to === "fastify")).toEqual([]);
});

test("browser code and the client for other programs import no Node modules", () => {
  const isForBrowsers = (path: string) => /^(?:web\/(?:site|search|dashboard(?!\/build\/))\/|src\/client\/)/.test(path);
  expect(imports.filter(({ from, to }) => isForBrowsers(from) && to.startsWith("node:"))).toEqual([]);
  expect(imports.filter(({ from, to }) => from.startsWith("src/client/") && to === "typebox")).toEqual([]);
});

/** The folder that the order lists: `src/updates`, or a subfolder of src/site, such as `src/site/page`. */
function folderOf(path: string): string {
  const parts = path.split("/").slice(0, -1);
  return parts.slice(0, path.startsWith("src/site/") ? 3 : 2).join("/");
}

const textLibraries = ["yjs", "diff", "satteri", "yaml", "parse5", "jsonc-parser", "tar-stream", "yauzl"];

test("the API process loads no library that parses, compares or merges texts", () => {
  const loaded = new Set(["src/app/server.ts"]);
  const offenders = new Set<string>();
  for (const from of loaded) {
    // Types are gone at run time.
    const code = readFileSync(join(root, from), "utf8").replaceAll(/^(?:import|export) type [^;]*;/gm, "");
    for (const [, name = ""] of code.matchAll(/(?:\bfrom|^import|\bimport\()\s*"([^"]+)"/gm)) {
      const path = join(dirname(from), name);
      if (name.startsWith(".") && sources.includes(path)) loaded.add(path);
      if (textLibraries.includes(name)) offenders.add(from);
    }
  }
  expect(loaded.size).toBeGreaterThan(500);
  expect([...offenders]).toEqual([]);
});
