/** The address of a page: its path without extension; `index` is the home page, `guides/index` answers at `/guides`. */
export function pageUrl(file: string): string {
  const slug = pageSlug(file);
  if (slug === "index") return "/";
  return `/${slug.endsWith("/index") ? slug.slice(0, -"/index".length) : slug}`;
}

/** The name of a page in docs.json: its path without extension. */
export function pageSlug(file: string): string {
  return file.replace(/\.mdx?$/, "");
}

/** What docs.json may write for the same page: `/guides/start`, `guides/start.mdx`. */
export function normaliseSlug(slug: string): string {
  return pageSlug(slug.trim().replace(/^\/+|\/+$/g, ""));
}

/** The title of a page that names none: `quick-start` → `Quick start`. `guides/index` is the page of `guides`. */
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
