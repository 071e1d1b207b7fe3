import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Command } from "./measure-command.ts";

/** A command that builds a site from a folder of Markdown. */
export interface Generator {
  name: string;
  /** Copies the project and returns the command that builds it. Undefined if the generator isn't installed. */
  prepare: ((project: string, work: string) => Command) | undefined;
  /** With more pages than this, the generator takes too long. */
  pagesMax?: number;
  /** How often it is measured. */
  rounds: number;
  /** How many times as long Lectern may take. */
  target?: number;
}

const main = join(import.meta.dirname, "../../src/main.ts");

export const ownGenerator: Generator = {
  name: "Lectern",
  rounds: 3,
  prepare: (project, work) => ({
    program: process.execPath,
    args: [main, "build", project, "--out", join(work, "lectern-out")],
  }),
};

const slowPagesMax = 1_000;

/** Hugo from the system, and the generators that npm has installed in a folder. */
export function referenceGenerators(folder: string | undefined): Generator[] {
  return [
    hugo(),
    installed("VitePress", folder, "vitepress", prepareVitePress),
    installed("Starlight", folder, "@astrojs/starlight", prepareStarlight),
  ];
}

function hugo(): Generator {
  const { stdout, status } = spawnSync("hugo", ["version"], { encoding: "utf8" });
  const name = `Hugo${/ v[\d.]+/.exec(stdout ?? "")?.[0] ?? ""}`;
  return { name, prepare: status === 0 ? prepareHugo : undefined, rounds: 3, target: 1 };
}

/** Hugo has no default theme, so it gets a minimal one that shows the page and links to its siblings. */
function prepareHugo(project: string, work: string): Command {
  const source = join(work, "hugo");
  const layouts = join(source, "layouts/_default");
  mkdirSync(layouts, { recursive: true });
  const content = join(source, "content");
  cpSync(project, content, { recursive: true });
  // Hugo treats files next to an `index.md` as parts of that page, and not as separate pages.
  for (const path of readdirSync(content, { recursive: true }).map(String)) {
    if (basename(path) === "index.md") renameSync(join(content, path), join(content, dirname(path), "_index.md"));
  }
  writeFileSync(join(source, "config.toml"), 'baseURL = "https://example.com/"\ntitle = "Bench"\n');
  const side = "{{ range .CurrentSection.RegularPages }}<a href='{{ .RelPermalink }}'>{{ .Title }}</a>{{ end }}";
  const page = `<!doctype html><title>{{ .Title }}</title><nav>${side}</nav>{{ .TableOfContents }}<main>{{ .Content }}</main>`;
  for (const kind of ["single", "list"]) writeFileSync(join(layouts, `${kind}.html`), page);
  return { program: "hugo", args: ["--source", source, "--destination", join(work, "hugo-out"), "--quiet"] };
}

function installed(
  name: string,
  folder: string | undefined,
  module: string,
  prepare: (modules: string, project: string, work: string) => Command,
): Generator {
  const modules = folder === undefined ? undefined : join(folder, "node_modules");
  const isThere = modules !== undefined && existsSync(join(modules, module));
  return {
    name,
    prepare: isThere ? (project, work) => prepare(modules, project, work) : undefined,
    pagesMax: slowPagesMax,
    rounds: 1,
  };
}

interface PlainSettings {
  navigation: { tabs: { tab: string; pages: string[] }[] };
}

function prepareVitePress(modules: string, project: string, work: string): Command {
  const source = join(work, "vitepress");
  cpSync(project, source, { recursive: true });
  mkdirSync(join(source, ".vitepress"));
  symlinkSync(modules, join(source, "node_modules"));
  const { navigation } = JSON.parse(readFileSync(join(project, "docs.json"), "utf8")) as PlainSettings;
  const sidebar = navigation.tabs.map(({ tab, pages }) => [
    `/${tab}/`,
    pages.map((page) => ({ text: basename(page), link: `/${page}` })),
  ]);
  const themeConfig = { sidebar: Object.fromEntries(sidebar) };
  const settings = { ignoreDeadLinks: true, outDir: join(work, "vitepress-out"), themeConfig };
  writeFileSync(join(source, ".vitepress/config.mjs"), `export default ${JSON.stringify(settings)};\n`);
  return { program: process.execPath, args: [join(modules, "vitepress/bin/vitepress.js"), "build", source] };
}

function prepareStarlight(modules: string, project: string, work: string): Command {
  const source = join(work, "starlight");
  cpSync(project, join(source, "src/content/docs"), { recursive: true });
  symlinkSync(modules, join(source, "node_modules"));
  const write = (path: string, lines: string[]) => writeFileSync(join(source, path), `${lines.join("\n")}\n`);
  // Astro bundles packages that import its virtual modules only if they are named here.
  write("package.json", ['{ "type": "module", "dependencies": { "@astrojs/starlight": "*", "astro": "*" } }']);
  write("astro.config.mjs", [
    'import starlight from "@astrojs/starlight";',
    'export default { integrations: [starlight({ title: "Bench" })] };',
  ]);
  write("src/content.config.ts", [
    'import { defineCollection } from "astro:content";',
    'import { docsLoader } from "@astrojs/starlight/loaders";',
    'import { docsSchema } from "@astrojs/starlight/schema";',
    "export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };",
  ]);
  // The path of the program differs between versions.
  const { bin } = JSON.parse(readFileSync(join(modules, "astro/package.json"), "utf8")) as { bin: { astro: string } };
  // Astro loads packages of its chunks from the current folder, whatever its root is.
  return { program: process.execPath, args: [join(modules, "astro", bin.astro), "build"], cwd: source };
}
