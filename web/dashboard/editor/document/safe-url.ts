const schemes = { link: ["http:", "https:", "mailto:", "tel:"], image: ["http:", "https:"] } as const;

/** Raster images only: an SVG can contain scripts. */
const imageData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i;

/** Whether an address may come from outside: a path of the site, or a scheme that can't run code. */
export function isSafeUrl(url: string, use: keyof typeof schemes): boolean {
  // Browsers ignore these characters, so `java\nscript:` is a scheme too.
  const plain = [...url].filter((character) => character > " " && character !== "\u007F").join("");
  if (plain === "") return false;
  if (use === "image" && imageData.test(plain)) return true;
  const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(plain) ?? [];
  if (scheme !== undefined) return schemes[use].some((known) => known === scheme.toLowerCase());
  // Whatever precedes a colon in the first segment could still be read as a scheme.
  return !/^[^/?#]*:/.test(plain);
}
