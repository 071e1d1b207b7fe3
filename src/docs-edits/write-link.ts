import { posix } from "node:path";
import { pageUrl } from "../site/project.ts";

/** How a link is written. */
interface LinkStyle {
  /** The file that contains the link. */
  from: string;
  /** The current link. */
  written: string;
}

/** Changes the target of a link. Relative links stay relative; extension, query and anchor are kept. */
export function writeLink({ from, written }: LinkStyle, target: { url: string; file: string | undefined }): string {
  const end = written.search(/[?#]/);
  const path = end < 0 ? written : written.slice(0, end);
  const rest = end < 0 ? "" : written.slice(end);
  const hasEnding = /\.mdx?$/.test(path);
  const wanted = hasEnding && target.file !== undefined ? `/${target.file}` : target.url;
  const slash = !hasEnding && path.length > 1 && path.endsWith("/") && !wanted.endsWith("/") ? "/" : "";
  if (path.startsWith("/") || path === "") return encode(wanted) + slash + rest;
  const relative = posix.relative(posix.join("/", posix.dirname(from)), wanted) || ".";
  const dotted = path.startsWith(".") && !relative.startsWith(".") ? `./${relative}` : relative;
  return encode(dotted) + slash + rest;
}

/** The URLs of a page. An index file can also be reached by its full name. */
export function urlsOfFile(file: string): string[] {
  return [...new Set([pageUrl(file), `/${file.replace(/\.mdx?$/, "")}`])];
}

/** Encodes characters that would end a link in Markdown. */
function encode(path: string): string {
  return path.replaceAll(/[\s()<>"]/g, (sign) =>
    encodeURIComponent(sign).replaceAll("(", "%28").replaceAll(")", "%29"),
  );
}
