import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the lockfile says about a package, by its path such as "node_modules/pg/node_modules/ms". */
export interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
}

type Lock = Readonly<Record<string, LockedPackage>>;

const root = join(import.meta.dirname, "..");

/** Development packages that are bundled into the npm package or into the scripts that browsers load. */
export const bundled: readonly string[] = [
  "@ai-sdk/amazon-bedrock",
  "@ai-sdk/anthropic",
  "@ai-sdk/azure",
  "@ai-sdk/google",
  "@ai-sdk/groq",
  "@ai-sdk/mistral",
  "@ai-sdk/openai",
  "@ai-sdk/openai-compatible",
  "@codemirror/autocomplete",
  "@codemirror/commands",
  "@codemirror/lang-json",
  "@codemirror/language",
  "@codemirror/lint",
  "@codemirror/merge",
  "@codemirror/search",
  "@codemirror/state",
  "@codemirror/view",
  "@fontsource-variable/inter",
  "@fontsource-variable/jetbrains-mono",
  "@fortawesome/fontawesome-free",
  "@jitl/quickjs-wasmfile-release-sync",
  "@lezer/highlight",
  "@modelcontextprotocol/sdk",
  "@opentelemetry/api",
  "@opentelemetry/exporter-trace-otlp-proto",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
  "@resvg/resvg-wasm",
  "@simplewebauthn/server",
  "@tabler/icons",
  "@tanstack/react-query",
  "@tanstack/react-router",
  "acorn",
  "acorn-jsx",
  "ai",
  "ajv",
  "aws4fetch",
  "beautiful-mermaid",
  "commander",
  "css-tree",
  "fastify",
  "fflate",
  "graphql",
  "highlight.js",
  "ipaddr.js",
  "katex",
  "kysely",
  "lib0",
  "lru-cache",
  "lucide-react",
  "lucide-static",
  "mdast-util-from-markdown",
  "mdast-util-frontmatter",
  "mdast-util-gfm",
  "mdast-util-math",
  "mdast-util-mdx",
  "mdast-util-to-markdown",
  "mermaid",
  "micromark-extension-frontmatter",
  "micromark-extension-gfm",
  "micromark-extension-math",
  "micromark-extension-mdxjs",
  "node-diff3",
  "nodemailer",
  "openid-client",
  "parse5",
  "pg",
  "pg-boss",
  "pino",
  "pino-pretty",
  "preact",
  "prosemirror-commands",
  "prosemirror-dropcursor",
  "prosemirror-gapcursor",
  "prosemirror-inputrules",
  "prosemirror-keymap",
  "prosemirror-model",
  "prosemirror-schema-list",
  "prosemirror-state",
  "prosemirror-tables",
  "prosemirror-transform",
  "prosemirror-view",
  "quickjs-emscripten-core",
  "radix-ui",
  "react",
  "react-dom",
  "tailwindcss",
  "tar-stream",
  "typebox",
  "typescript-5",
  "uqr",
  "vscode-oniguruma",
  "vscode-textmate",
  "ws",
  "y-codemirror.next",
  "y-protocols",
  "yaml",
  "yauzl",
  "yjs",
];

/** Licenses that may be combined with Apache-2.0 without conditions beyond keeping their notice. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);

/** Packages under another license, and why Lectern may use them. */
const justified: Readonly<Record<string, string>> = {
  "@fontsource-variable/inter": "A font, served unmodified and under its own name, as the license asks.",
  "@fontsource-variable/jetbrains-mono": "A font, served unmodified and under its own name, as the license asks.",
  "@fortawesome/fontawesome-free":
    "Icons under CC-BY-4.0, by Fonticons, Inc. (https://fontawesome.com), used unmodified.",
  "@resvg/resvg-wasm":
    "Its copyleft covers its own files, which are used unmodified; source: https://github.com/yisibl/resvg-js.",
  khroma: "Under the MIT license, as its license file says; its package.json doesn't name it.",
  format: "Under the MIT license, as its Readme says; its package.json names it in an old form.",
  elkjs: "Its copyleft covers its own files, which are used unmodified; source: https://github.com/kieler/elkjs.",
};

/** The text of the file NOTICE: every package that is installed with Lectern or bundled into its scripts. */
export function renderNotice(): string {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock };
  const entries = shippedPackages(packages).map((path) => renderPackage(path, packages[path] ?? {}));
  return `Lectern
Licensed under the Apache License, Version 2.0; see LICENSE.

Lectern is installed with the packages below, or contains them in its own code or in the scripts that browsers load. Their licenses
are in dist/vendor/LICENSES.txt of the npm package, and in the folder of each one under node_modules. \`npm run generate\` writes this list,
and a test keeps it current.

${[...new Set(entries)].join("\n")}
`;
}

/** Packages whose license is neither permissive nor justified. */
export function unfitPackages(lock: Lock): string[] {
  return shippedPackages(lock)
    .filter((path) => !isPermissive(lock[path]?.license ?? "") && justified[nameOf(path)] === undefined)
    .map((path) => `${nameOf(path)}: ${lock[path]?.license ?? "no license"}`);
}

function shippedPackages(lock: Lock): string[] {
  const run = Object.keys(lock).filter((path) => path !== "" && !lock[path]?.dev && !lock[path]?.devOptional);
  const found = new Set(run);
  const open = bundled.map((name) => `node_modules/${name}`);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    found.add(path);
    for (const name of Object.keys(lock[path]?.dependencies ?? {})) {
      const dependency = resolve(lock, path, name);
      if (!found.has(dependency)) open.push(dependency);
    }
  }
  return [...found].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a < b ? -1 : 1));
}

/** As Node does: the nearest node_modules above wins. */
function resolve(lock: Lock, from: string, name: string): string {
  for (let folder = from; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder}/node_modules/${name}`;
    if (lock[path] !== undefined) return path;
  }
  return `node_modules/${name}`;
}

function isPermissive(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((name) => permissive.has(name)));
}

function renderPackage(path: string, { version, license, optional }: LockedPackage): string {
  const name = nameOf(path);
  const reason = justified[name] === undefined ? [] : [`  ${justified[name]}`];
  // Which optional packages are installed depends on the platform; their notice is the one of the package that needs them.
  const copyright = optional ? [] : copyrightLines(path).map((line) => `  ${line}`);
  return [`${name} ${version}: ${license}`, ...copyright, ...reason].join("\n");
}

const licenseFile = /^(licen[cs]e|copying|notice)/i;
const copyrightLine = /^\W*(copyright (\(c\)|©|\d|.*\d{4}).*)$/i;

function copyrightLines(path: string): string[] {
  const folder = join(root, path);
  const files = readdirSync(folder).filter((name) => licenseFile.test(name));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  return [...new Set(lines.flatMap((line) => copyrightLine.exec(line.trim())?.[1] ?? []))];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
