import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFile } from "./build-project.ts";

/**
 * Writes the same pages as Markdown that every generator can read, without imports, components, braces and images,
 * which some generators would treat as templates or fail on. Lectern builds these pages too. Each folder has its own
 * sidebar, as in the theme for Hugo, so that all generators write about as much.
 */
export function writePlainProject(folder: string, project: string): void {
  const slugs: string[] = [];
  for (const path of readdirSync(project, { recursive: true }).map(String).toSorted()) {
    if (!path.endsWith(".mdx") || /^_?snippets\//.test(path)) continue;
    const slug = path.replace(/\.mdx$/, "");
    writeFile(folder, `${slug}.md`, plainPage(readFileSync(join(project, path), "utf8"), slug));
    slugs.push(slug);
  }
  const folders = Map.groupBy(slugs, (slug) => (slug.includes("/") ? (slug.split("/", 1)[0] ?? "") : "Start"));
  const tabs = [...folders].map(([tab, pages]) => ({ tab, pages }));
  const settings = { theme: "mint", name: "Bench", colors: { primary: "#16A34A" }, navigation: { tabs } };
  writeFile(folder, "docs.json", JSON.stringify(settings));
}

function plainPage(source: string, slug: string): string {
  const title = /^title:\s*["']?([^"'\n]*)/m.exec(source)?.[1]?.replaceAll(/[\\{}<>]/g, "") ?? slug;
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, "");
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${outsideCode(body, plainText)}`;
}

/**
 * Changes the text outside code. Code stays unchanged, because parsing and highlighting it is part of the measured
 * work.
 */
function outsideCode(text: string, change: (part: string) => string): string {
  const code = /^[ \t]*(`{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$|`[^`\n]+`/gm;
  let changed = "";
  let last = 0;
  for (const match of text.matchAll(code)) {
    const isFence = match[1] !== undefined;
    // A fence inside a list or a component is indented, and without its parent it would end elsewhere.
    const kept = isFence ? `\n${match[0].replaceAll(/^[ \t]*(?=`{3,})/gm, "")}\n` : match[0].replaceAll(/[{}]/g, "");
    changed += change(text.slice(last, match.index)) + kept;
    last = match.index + match[0].length;
  }
  return changed + change(text.slice(last));
}

function plainText(text: string): string {
  return text
    .replaceAll(/^(?:import|export)\s.*$/gm, "")
    .replaceAll(/<\/?[A-Za-z][^>]*>/g, "")
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[{}]/g, "")
    .replaceAll("<", "&lt;")
    .replaceAll(/^[ \t]+/gm, "");
}
