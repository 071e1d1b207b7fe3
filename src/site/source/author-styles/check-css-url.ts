import { posix } from "node:path";
import { isExternalUrl } from "../../ground/html/safe-url.ts";

/** What a stylesheet of an author may load. */
export interface CssFiles {
  /** The path of the stylesheet in the project; addresses in it are relative to its folder. */
  file: string;
  hasFile(path: string): boolean;
}

export type CheckedUrl = { url: string; isMissing: boolean } | { refusal: string };

const dataUrlLengthMax = 32 * 1024;
const dataImage = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;

/** Files of the project, small pictures written out, and marks inside of the page. Nothing that another server would see. */
export function checkCssUrl(written: string, { file, hasFile }: CssFiles): CheckedUrl {
  const url = written.trim();
  if (url.startsWith("#")) return { url, isMissing: false };
  if (url.startsWith("data:")) return checkDataUrl(url);
  // A browser takes a backslash for a slash and skips control signs, so either could hide another server's name.
  if (isExternalUrl(url) || hasHiddenSigns(url)) {
    return { refusal: `loads ${shorten(url)} from elsewhere` };
  }
  const [, path = "", query = ""] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const absolute = path.startsWith("/") ? posix.normalize(path) : posix.join("/", posix.dirname(file), path);
  const name = decode(absolute).slice(1);
  return { url: encodeURI(decode(absolute)) + encodeURI(query), isMissing: !hasFile(name) };
}

function checkDataUrl(url: string): CheckedUrl {
  if (!dataImage.test(url)) return { refusal: "holds data that is no picture" };
  if (url.length > dataUrlLengthMax) return { refusal: `holds a picture of more than ${dataUrlLengthMax} letters` };
  return { url, isMissing: false };
}

function hasHiddenSigns(url: string): boolean {
  return [...url].some((sign) => sign === "\\" || sign.charCodeAt(0) < 0x20 || sign.charCodeAt(0) === 0x7f);
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const shownMax = 80;

function shorten(url: string): string {
  return url.length > shownMax ? `${url.slice(0, shownMax)}…` : url;
}
