import { defaultSiteLimits } from "../../site/ground/site-limits.ts";
import { isPageFile } from "../../site/source/file-types.ts";
import { readSource } from "../../site/source/read-sources.ts";

/** What is known about a file from its text alone. */
export interface FileFacts {
  /** Undefined if the page is titled by its path. */
  title?: string | undefined;
  /** The names that it exports. */
  exports: string[];
  /** The files that it includes. */
  imports: string[];
}

const titleLengthMax = 200;
const exportsMax = 100;

/** `path` has been checked to be a page or code. */
export function readFileFacts(path: string, text: string): FileFacts {
  const exports = findExports(text);
  if (!isPageFile(path)) return { exports, imports: [] };
  const { frontmatter, heading, imports } = readSource(path, text, defaultSiteLimits);
  return { title: (frontmatter.title ?? heading)?.slice(0, titleLengthMax), exports, imports };
}

const declared = /^export[ \t]+(?:async[ \t]+)?(?:const|let|var|function|class)[ \t*]+([A-Za-z_$][\w$]{0,80})/gm;
const listed = /^export[ \t]*\{([^{}]{0,2000})\}/gm;

/** Exports start on their own line. One inside a code sample costs an entry in a menu. */
function findExports(text: string): string[] {
  const names = new Set(Array.from(text.matchAll(declared), ([, name = ""]) => name));
  for (const [, list = ""] of text.matchAll(listed)) {
    for (const item of list.split(",")) {
      const name = item.trim().split(/\s+/).at(-1) ?? "";
      if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== "default") names.add(name);
    }
  }
  return [...names].slice(0, exportsMax);
}
