import { posix } from "node:path";
import { isExternalUrl } from "../../shared/html/safe-url.ts";
import { cutText } from "../../shared/text/shorten.ts";

/** The files that an author's stylesheet may load. */
export interface CssFiles {
  /** The project path of the stylesheet; URLs in it are relative to its folder. */
  file: string;
  hasFile(path: string): boolean;
}

type CheckedUrl = { url: string; isMissing: boolean } | { refusal: string };

const dataUrlLengthMax = 32 * 1024;
const dataImage = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;

/**
 * Allows project files, small inline images, and fragments of the page. Rejects every URL that would contact another
 * server.
 */
export function checkCssUrl(written: string, { file, hasFile }: CssFiles): CheckedUrl {
  const url = written.trim();
  if (url.startsWith("#")) return { url, isMissing: false };
  if (url.startsWith("data:")) return checkDataUrl(url);
  // Browsers treat a backslash as a slash and skip control characters, so either could hide another host name.
  if (isExternalUrl(url) || hasHiddenSigns(url)) {
    return { refusal: `loads ${cutText(url, shownMax)} from outside the project` };
  }
  const [, path = "", query = ""] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const absolute = path.startsWith("/") ? posix.normalize(path) : posix.join("/", posix.dirname(file), path);
  const name = decode(absolute).slice(1);
  return { url: encodeURI(decode(absolute)) + encodeURI(query), isMissing: !hasFile(name) };
}

function checkDataUrl(url: string): CheckedUrl {
  if (!dataImage.test(url)) return { refusal: "contains data that is not an image" };
  if (url.length > dataUrlLengthMax) return { refusal: `contains an image of more than ${dataUrlLengthMax} letters` };
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
