import { posix } from "node:path";
import type { HtmlAttributes } from "../../shared/html/html-node.ts";
import { isExternalUrl, mapSrcset } from "../../shared/html/safe-url.ts";
import { findRoot, placeInRoot, type SourceRoot } from "../../shared/source-roots.ts";

/**
 * `./setup.mdx#run` in `guides/start.mdx` → `/guides/setup#run`. The format asks for root-relative links without an
 * extension, but hundreds of pages use the other forms, so all of them work.
 */
export function resolveSiteUrl(url: string, folder: string, roots: readonly SourceRoot[] = []): string {
  if (url === "" || url.startsWith("#") || url.startsWith("?") || isExternalUrl(url)) return url;
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? "" : url.slice(end);
  const absolute = path.startsWith("/")
    ? placeInRoot(posix.normalize(path), findRoot(folder, roots))
    : posix.join("/", folder, path);
  return sitePath(absolute) + rest;
}

/** Resolves the addresses of the files that an element shows. */
export function resolveFiles(attributes: HtmlAttributes, folder: string, roots?: readonly SourceRoot[]): void {
  const resolve = (url: string) => resolveSiteUrl(url, folder, roots);
  for (const name of ["src", "poster"]) {
    const url = attributes[name];
    if (typeof url === "string") attributes[name] = resolve(url);
  }
  if (typeof attributes.srcset === "string") attributes.srcset = mapSrcset(attributes.srcset, resolve);
}

/** The clean path of a page: no `.mdx`, no trailing slash, `/index` is `/`. */
function sitePath(path: string): string {
  const clean = path.replace(/\.mdx?$/, "").replace(/(?<=[^/])\/+$/, "");
  return clean === "/index" || clean === "" ? "/" : clean;
}
