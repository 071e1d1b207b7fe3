import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A command that builds a site from a folder of Markdown. */
export interface Generator {
  name: string;
  /** Undefined if it isn't installed. */
  build: ((project: string, work: string) => void) | undefined;
}

const main = join(import.meta.dirname, "../../src/main.ts");

export const ownGenerator: Generator = {
  name: "Lectern",
  build: (project, work) => run(process.execPath, [main, "build", project, "--out", join(work, "lectern-out")]),
};

/** Hugo from the system, and VitePress from the folder in `BENCH_VITEPRESS`, after `npm install vitepress` there. */
export function referenceGenerators(): Generator[] {
  return [hugo(), vitePress(process.env.BENCH_VITEPRESS)];
}

function hugo(): Generator {
  const { stdout, status } = spawnSync("hugo", ["version"], { encoding: "utf8" });
  const name = `Hugo${/ v[\d.]+/.exec(stdout ?? "")?.[0] ?? ""}`;
  return { name, build: status === 0 ? buildWithHugo : undefined };
}

/** Hugo has no default theme, so it gets a minimal one: the page and its siblings. */
function buildWithHugo(project: string, work: string): void {
  const source = join(work, "hugo");
  const layouts = join(source, "layouts/_default");
  mkdirSync(layouts, { recursive: true });
  const content = join(source, "content");
  cpSync(project, content, { recursive: true });
  // To Hugo, files next to an `index.md` are part of that page and not pages themselves.
  for (const path of readdirSync(content, { recursive: true }).map(String)) {
    if (basename(path) === "index.md") renameSync(join(content, path), join(content, dirname(path), "_index.md"));
  }
  writeFileSync(join(source, "config.toml"), 'baseURL = "https://example.com/"\ntitle = "Bench"\n');
  const side = "{{ range .CurrentSection.RegularPages }}<a href='{{ .RelPermalink }}'>{{ .Title }}</a>{{ end }}";
  const page = `<!doctype html><title>{{ .Title }}</title><nav>${side}</nav>{{ .TableOfContents }}<main>{{ .Content }}</main>`;
  for (const kind of ["single", "list"]) writeFileSync(join(layouts, `${kind}.html`), page);
  run("hugo", ["--source", source, "--destination", join(work, "hugo-out"), "--quiet"]);
}

function vitePress(folder: string | undefined): Generator {
  const modules = folder === undefined ? undefined : join(folder, "node_modules");
  const isThere = modules !== undefined && existsSync(join(modules, "vitepress"));
  return {
    name: "VitePress",
    build: isThere ? (project, work) => buildWithVitePress(modules, project, work) : undefined,
  };
}

function buildWithVitePress(modules: string, project: string, work: string): void {
  const source = join(work, "vitepress");
  cpSync(project, source, { recursive: true });
  mkdirSync(join(source, ".vitepress"));
  symlinkSync(modules, join(source, "node_modules"));
  const settings = { ignoreDeadLinks: true, outDir: join(work, "vitepress-out") };
  writeFileSync(join(source, ".vitepress/config.mjs"), `export default ${JSON.stringify(settings)};\n`);
  run(process.execPath, [join(modules, "vitepress/bin/vitepress.js"), "build", source]);
}

function run(program: string, args: string[]): void {
  execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"], maxBuffer: 64 * 1024 * 1024 });
}
