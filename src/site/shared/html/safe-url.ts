/** Schemes that links may have. The last three open an editor and are common in documentation. */
const linkSchemes = new Set(["http", "https", "mailto", "tel", "cursor", "vscode", "vscode-insiders"]);
const resourceSchemes = new Set(["http", "https"]);
const dataImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]*$/i;
const controls = /\p{Control}/gu;
const scheme = /^([a-z][a-z0-9+.-]*):/i;

/** Returns the URL if a reader may follow it. */
export function safeLinkUrl(url: string): string | undefined {
  return withAllowedScheme(url, linkSchemes);
}

/** Returns the URL if a page may load it (images, video). */
export function safeResourceUrl(url: string): string | undefined {
  return dataImage.test(url) ? url : withAllowedScheme(url, resourceSchemes);
}

/** True for a URL that leaves the site, because it has its own scheme or host. */
export function isExternalUrl(url: string): boolean {
  return scheme.test(url) || url.startsWith("//");
}

const srcsetLengthMax = 4_000;
/** Changes each URL of a `srcset`, such as `/a.png 1x, /b.png 2x`. A picture without a URL is left out. */
export function mapSrcset(srcset: string, change: (url: string) => string | undefined): string | undefined {
  if (srcset.length > srcsetLengthMax) return undefined;
  // A URL may contain commas, but neither begin nor end with one.
  const changed = srcset.split(/,(?=\s)|(?<=\s\d[\d.]{0,9}[wx]),/).flatMap((candidate) => {
    const [url = "", size] = candidate.trim().split(/\s+/, 2);
    const own = url === "" ? undefined : change(url.replace(/^,|,$/g, ""));
    return own === undefined ? [] : [size !== undefined && /^\d[\d.]*[wx]$/.test(size) ? `${own} ${size}` : own];
  });
  return changed.length === 0 ? undefined : changed.join(", ");
}

function withAllowedScheme(url: string, schemes: ReadonlySet<string>): string | undefined {
  // Browsers ignore control characters and surrounding spaces in a scheme, so `java\nscript:` must not slip through.
  const cleaned = url.replaceAll(controls, "").trim();
  const name = scheme.exec(cleaned)?.[1];
  if (name === undefined) return cleaned;
  return schemes.has(name.toLowerCase()) ? cleaned : undefined;
}
