/**
 * The path of a page on the site: its file path without the extension. `index` is the home page, and `guides/index` is
 * served at `/guides`.
 */
export function pageUrl(file: string): string {
  const slug = pageSlug(file);
  if (slug === "index") return "/";
  return `/${slug.endsWith("/index") ? slug.slice(0, -"/index".length) : slug}`;
}

/** The name of a page in docs.json: its path without extension. */
export function pageSlug(file: string): string {
  return file.replace(/\.mdx?$/, "");
}

/** Normalizes the ways docs.json may write a page: `/guides/start`, `guides/start.mdx`. */
export function normalizeSlug(slug: string): string {
  return pageSlug(slug.trim().replace(/^\/+|(?<!\/)\/+$/g, ""));
}

/** A title for a page that has none: `quick-start` → `Quick start`. `guides/index` gets the title of `guides`. */
export function titleFromSlug(slug: string): string {
  const words = (
    slug
      .replace(/\/index$/, "")
      .split("/")
      .at(-1) ?? slug
  )
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Plain Markdown, or Markdown with components and expressions. */
export type PageFormat = "md" | "mdx";
