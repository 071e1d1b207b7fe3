import { posix } from "node:path";
import { findRoot, placeInRoot, type SourceRoot } from "../shared/source-roots.ts";

/**
 * The project path that an import or `<Snippet file>` refers to. Undefined if the file is outside the project or in a
 * package.
 */
export function resolveInclude(
  importer: string,
  specifier: string,
  roots: readonly SourceRoot[] = [],
): string | undefined {
  const isRelative = specifier.startsWith("./") || specifier.startsWith("../");
  if (!isRelative && !specifier.startsWith("/")) return undefined;
  const joined = isRelative
    ? posix.join(posix.dirname(importer), specifier)
    : posix.normalize(placeInRoot(specifier, findRoot(importer, roots)).slice(1));
  return joined.startsWith("../") || joined.startsWith("/") || joined === ".." ? undefined : joined;
}

/** `<Snippet file="a.mdx" />` looks in `snippets/`, then in `_snippets/`, which older projects use. */
export function snippetCandidates(file: string, root: SourceRoot | undefined): string[] {
  const name = posix.normalize(file.replace(/^\/+/, ""));
  if (name.startsWith("../")) return [];
  const folder = root === undefined ? "" : `${root.path}/`;
  return ["snippets/", "_snippets/", ""].map((place) => `${folder}${place}${name}`);
}

/** An import starts on its own line; an import that spans several lines ends with `} from "…"`. */
const importPattern =
  /^[ \t]*(?:import[^"'\n\r\u2028\u2029]*|\}[^"'\n\r\u2028\u2029]*|export[^"'\n\r\u2028\u2029=]*\bfrom\s*)["']([^"'\n]+)["']/gm;
const snippetPattern = /<Snippet\s[^<>]*?\bfile\s*=\s*(?:\{\s*)?["']([^"'\n]+)["']/g;

/**
 * Finds the files that a text may include, without parsing the text. False positives, such as an import in a code
 * fence, only cost a hash. The renderer gets no other files, so every file that it uses is tracked.
 */
export function scanIncludes(file: string, text: string, roots: readonly SourceRoot[] = []): string[] {
  const found = new Set<string>();
  for (const [, specifier = ""] of text.matchAll(importPattern)) {
    const target = resolveInclude(file, specifier, roots);
    if (target !== undefined) found.add(target);
  }
  for (const [, name = ""] of text.matchAll(snippetPattern)) {
    for (const candidate of snippetCandidates(name, findRoot(file, roots))) found.add(candidate);
  }
  return [...found];
}
