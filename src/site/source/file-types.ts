import { posix } from "node:path";
import { findRoot } from "../shared/source-roots.ts";

const types: Record<string, string> = {
  ".json": "application/json; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
  ".yml": "application/yaml; charset=utf-8",
  ".graphql": "text/plain; charset=utf-8",
  ".graphqls": "text/plain; charset=utf-8",
  ".gql": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".svg": "image/svg+xml",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mov": "video/quicktime",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
  ".ogg": "audio/ogg",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
  ".csv": "text/csv; charset=utf-8",
};

/**
 * The content type of a file that a site serves. Undefined for files that aren't served, such as `.html` files, which
 * could run scripts.
 */
export function assetType(path: string): string | undefined {
  if (path === skillFile) return "text/markdown; charset=utf-8";
  const extension = posix.extname(path).toLowerCase();
  return Object.hasOwn(types, extension) ? types[extension] : undefined;
}

/** A file for agents. It is never a page. */
const skillFile = "skill.md";

export function isPageFile(path: string): boolean {
  return /\.mdx?$/.test(path) && path !== skillFile;
}

/** Code that pages import components from. It is never a page and never served. */
export function isCodeFile(path: string): boolean {
  return path.endsWith(".jsx");
}

/** Whether a file is always a snippet, even if no page includes it. */
export function isSnippetPath(path: string, roots: readonly { path: string }[] = []): boolean {
  const root = findRoot(path, roots);
  const own = root === undefined ? path : path.slice(root.path.length + 1);
  return /^_?snippets\//.test(own) || isCodeFile(path);
}
