import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { browserFolder, readBrowserFile } from "../../src/platform/browser-files.ts";

const scripts = [
  "reader.js",
  "search.js",
  "widget.js",
  "site.js",
  "tester.js",
  "islands.js",
  "services.js",
  "before-paint.js",
];

test.each(["reader.js", "search.js", "widget.js"])("%s is at most 60 KB when compressed", (path) => {
  expect(gzipSync(readBrowserFile(path)).length).toBeLessThan(60 * 1024);
});

test("the dashboard shows its first page after loading at most 160 KB of compressed JavaScript", () => {
  const bytes = firstLoad().map((path) => gzipSync(readBrowserFile(`dashboard/${path}`)).length);
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.reduce((sum, count) => sum + count, 0)).toBeLessThan(160 * 1024);
});

test("each script is a single file, except Mermaid, which has one per kind of diagram", () => {
  const others = ["dashboard", "mermaid", "mermaid.json"];
  expect(readdirSync(browserFolder).toSorted()).toEqual([...scripts, ...others].toSorted());
});

test.each(scripts)("%s works under a strict policy and contains no path of the build machine", (path) => {
  const code = readBrowserFile(path).toString();
  expect(/\beval\(|new Function\(|document\.write/.exec(code)?.[0]).toBeUndefined();
  expect(code).not.toContain(process.cwd());
});

test("search and assistant never write HTML", () => {
  const folder = join(import.meta.dirname, "../../web/site");
  for (const name of readdirSync(folder).filter((file) => /\.tsx?$/.test(file))) {
    expect(/innerHTML|insertAdjacentHTML/i.exec(readFileSync(join(folder, name), "utf8"))?.[0], name).toBeUndefined();
  }
});

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

/** The scripts that a browser loads before it shows anything: the entry and everything it imports statically. */
function firstLoad(): string[] {
  const manifest = JSON.parse(readBrowserFile("dashboard/manifest.json").toString()) as Record<string, ManifestEntry>;
  const files = new Set<string>();
  const visit = (name: string) => {
    const entry = manifest[name];
    if (entry === undefined || files.has(entry.file)) return;
    files.add(entry.file);
    entry.imports?.forEach(visit);
  };
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry === true) visit(name);
  return [...files].filter((file) => file.endsWith(".js"));
}
