import { posix } from "node:path";
import { pageUrl } from "../../site/source/page-url.ts";

/** How a link names its page, kept when it is led elsewhere. */
interface LinkStyle {
  /** The file that holds the link. */
  from: string;
  /** The link as it is written now. */
  written: string;
}

/** The same link to another page: relative ones stay relative, endings stay, and so do the query and the anchor. */
export function writeLink({ from, written }: LinkStyle, target: { url: string; file: string | undefined }): string {
  const end = written.search(/[?#]/);
  const path = end < 0 ? written : written.slice(0, end);
  const rest = end < 0 ? "" : written.slice(end);
  const hasEnding = /\.mdx?$/.test(path);
  const wanted = hasEnding && target.file !== undefined ? `/${target.file}` : target.url;
  const slash = !hasEnding && path.length > 1 && path.endsWith("/") && !wanted.endsWith("/") ? "/" : "";
  if (path.startsWith("/") || path === "") return encode(wanted) + slash + rest;
  const relative = posix.relative(posix.join("/", posix.dirname(from)), wanted);
  const dotted = path.startsWith(".") && !relative.startsWith(".") ? `./${relative}` : relative;
  return encode(dotted === "" ? "." : dotted) + slash + rest;
}

/** The address of the page that a file makes, and that of its own name when it is an index. */
export function urlsOfFile(file: string): string[] {
  return [...new Set([pageUrl(file), `/${file.replace(/\.mdx?$/, "")}`])];
}

/** Signs that would end a link in Markdown. */
function encode(path: string): string {
  return path.replaceAll(/[\s()<>"]/g, (sign) =>
    encodeURIComponent(sign).replaceAll("(", "%28").replaceAll(")", "%29"),
  );
}
