import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { InlineConfig, Plugin } from "vite";

/** Builds Mermaid with one file per kind of diagram. A browser loads only the kinds that it shows. */
export function mermaidConfig(outDir: string): InlineConfig {
  const scripts = join(import.meta.dirname, "../../src/site/theme/assets/scripts");
  return {
    root: scripts,
    base: "./",
    plugins: [stylesUnderPolicy()],
    build: {
      outDir,
      // The largest files are layout engines, which few diagrams need.
      chunkSizeWarningLimit: 1_600,
      rolldownOptions: {
        input: join(scripts, "mermaid/draw-mermaid.ts"),
        preserveEntrySignatures: "strict",
        output: { format: "es", entryFileNames: mermaidEntry, chunkFileNames: "[name]-[hash].js" },
      },
    },
  };
}

const mermaidEntry = "draw-mermaid.js";

/** Writes a list of the files with their common hash, so that the server knows their addresses without reading them. */
export async function listMermaidFiles(folder: string): Promise<void> {
  const files = (await readdir(folder)).sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(await readFile(join(folder, file)));
  const list = { hash: hash.digest("hex").slice(0, 12), entry: mermaidEntry, files };
  await writeFile(`${folder}.json`, JSON.stringify(list));
}

const mermaidItself = /[\\/]mermaid[\\/]dist[\\/]/;
const selections = /[\\/]d3-selection[\\/]dist[\\/]d3-selection\.mjs$/;

const replacements: readonly { file: RegExp; old: string; new: string }[] = [
  {
    // The CSS rules of a diagram, which draw-mermaid.ts adopts.
    file: mermaidItself,
    old: `const style1 = document.createElement("style");
  style1.innerHTML = rules;
  svg.insertBefore(style1, firstChild);`,
    new: `svg.dispatchEvent(new CustomEvent("mermaid-styles", { bubbles: true, detail: rules }));`,
  },
  {
    // The diagram is serialized and parsed again, and a parsed style attribute is an inline style.
    file: mermaidItself,
    old: "let code2 = root.select(enclosingDivID_selector).node().innerHTML;",
    new: `for (const part of root.node().querySelectorAll("[style]")) {
      part.dataset.style = part.style.cssText;
      part.removeAttribute("style");
    }
    let code2 = root.select(enclosingDivID_selector).node().innerHTML;`,
  },
  {
    // A diagram of thirty labels takes half a second on a phone. A browser that can yields to the reader at each label.
    file: mermaidItself,
    old: `  log.debug(
    "XYZ createText",`,
    new: `  await globalThis.scheduler?.yield?.();
  log.debug(
    "XYZ createText",`,
  },
  {
    // Text is measured at the end of the page. In the flow of the page, each measurement would lay out the whole page.
    file: mermaidItself,
    old: `const g = body.append("svg");`,
    new: `const g = body.append("svg").style("position", "absolute");`,
  },
  { file: mermaidItself, old: `child.setAttribute("style", style);`, new: "child.style.cssText = style;" },
  { file: mermaidItself, old: `pathEl.setAttribute("style", cleaned);`, new: "pathEl.style.cssText = cleaned;" },
  {
    file: selections,
    old: "this.setAttribute(name, value);",
    new: `if (name === "style") this.style.cssText = value; else this.setAttribute(name, value);`,
  },
  {
    file: selections,
    old: "else this.setAttribute(name, v);",
    new: `else if (name === "style") this.style.cssText = v; else this.setAttribute(name, v);`,
  },
  {
    // The layout of architecture diagrams and mind maps.
    file: /[\\/]cytoscape[\\/]dist[\\/]cytoscape\.esm\.mjs$/,
    old: "if (!stylesheetAlreadyExists) {",
    new: "ctr.style.position = 'relative'; if (false) {",
  },
];

/** A site's policy blocks the inline styles that Mermaid writes, so they are replaced by styles that scripts set. */
function stylesUnderPolicy(): Plugin {
  const missing = new Set(replacements);
  return {
    name: "styles-under-policy",
    transform(code, id) {
      let changed = mermaidItself.test(id) ? code.replaceAll(iconStyle, asAttributes) : code;
      for (const replacement of replacements) {
        if (!replacement.file.test(id) || !changed.includes(replacement.old)) continue;
        missing.delete(replacement);
        changed = changed.replaceAll(replacement.old, replacement.new);
      }
      return changed === code ? null : { code: changed, map: null };
    },
    buildEnd(error) {
      if (error === undefined && missing.size > 0)
        throw new Error("Mermaid now sets its styles differently; update web/mermaid/mermaid-config.ts");
    },
  };
}

/** The icons of architecture diagrams are strings with style attributes. */
const iconStyle = /style="([^"$]*)"/g;

function asAttributes(whole: string, style: string): string {
  const parts = style.split(";").map((part) => part.trim().split(":"));
  const set = parts.filter(([name]) => name !== "");
  // Other style properties, such as those of text, have no attribute of the same name.
  if (!set.every(([name = ""]) => name === "fill" || name.startsWith("stroke"))) return whole;
  return set.map(([name, value = ""]) => `${name}="${value.trim()}"`).join(" ");
}
