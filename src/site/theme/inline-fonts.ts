interface Stylesheet {
  /** The address on the site, which relative addresses in the text start from. */
  path: string;
  css: string;
}

/** The maximum size of all fonts of a document. */
export const fontBytesMax = 2_000_000;
const address = /url\((["']?)(?!data:|https?:|#)([^"')\s]{1,300})\1\)/g;

/**
 * The text of a site's stylesheets for a frame of the dashboard, which can't load the site's fonts: they become data
 * URLs, up to a total size. All other addresses become absolute.
 */
export async function inlineFonts(
  sheets: readonly Stylesheet[],
  siteUrl: string,
  readFont: (path: string) => Promise<Buffer | undefined>,
): Promise<string> {
  const resolve = (written: string, from: string) => URL.parse(written, `http://site.invalid${from}`)?.pathname;
  const fonts = new Map<string, string | undefined>();
  let bytes = 0;
  for (const { path: from, css } of sheets) {
    for (const [, , written = ""] of css.matchAll(address)) {
      const path = resolve(written, from) ?? "";
      const [, type] = /\.(woff2?)$/.exec(path) ?? [];
      if (type === undefined || fonts.has(path)) continue;
      const font = bytes < fontBytesMax ? await readFont(path) : undefined;
      const isSmall = font !== undefined && bytes + font.length <= fontBytesMax;
      if (isSmall) bytes += font.length;
      fonts.set(path, isSmall ? `data:font/${type};base64,${font.toString("base64")}` : undefined);
    }
  }
  const texts = sheets.map(({ path: from, css }) =>
    css.replaceAll(address, (whole, _quote: string, written: string) => {
      const path = resolve(written, from);
      return path === undefined ? whole : `url("${fonts.get(path) ?? siteUrl + path}")`;
    }),
  );
  // A frame has no next page from which a font that arrived late could be used.
  return texts.join("\n").replaceAll("font-display:optional", "font-display:block");
}
