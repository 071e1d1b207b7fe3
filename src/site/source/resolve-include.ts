import { posix } from "node:path";

/** The project path an import or `<Snippet file>` names, or undefined when it leaves the project or is a package. */
export function resolveInclude(importer: string, specifier: string): string | undefined {
  const isRelative = specifier.startsWith("./") || specifier.startsWith("../");
  if (!isRelative && !specifier.startsWith("/")) return undefined;
  const joined = isRelative ? posix.join(posix.dirname(importer), specifier) : posix.normalize(specifier.slice(1));
  return joined.startsWith("../") || joined.startsWith("/") || joined === ".." ? undefined : joined;
}

/** `<Snippet file="a.mdx" />` looks in `snippets/`, then in `_snippets/`, where older projects keep them. */
export function snippetCandidates(file: string): string[] {
  const name = posix.normalize(file.replace(/^\/+/, ""));
  if (name.startsWith("../")) return [];
  return [`snippets/${name}`, `_snippets/${name}`, name];
}

/** An import stands at the start of a line; one that is broken over lines ends with `} from "…"`. */
const importPattern = /^[ \t]*(?:import[^"'\n]*|\}[^"'\n]*|export[^"'\n=]*\bfrom\s*)["']([^"'\n]+)["']/gm;
const snippetPattern = /<Snippet\s[^>]*?\bfile\s*=\s*(?:\{\s*)?["']([^"'\n]+)["']/g;

/**
 * Files a text may include, found by its letters and not by parsing. It may name too many (an import inside a code
 * fence), which only costs a hash; the renderer gets these files and no others, so it can never use one unseen.
 */
export function scanIncludes(file: string, text: string): string[] {
  const found = new Set<string>();
  // Imports of code are not followed.
  if (file.endsWith(".jsx")) return [];
  for (const [, specifier = ""] of text.matchAll(importPattern)) {
    const target = resolveInclude(file, specifier);
    if (target !== undefined) found.add(target);
  }
  for (const [, name = ""] of text.matchAll(snippetPattern)) {
    for (const candidate of snippetCandidates(name)) found.add(candidate);
  }
  return [...found];
}
