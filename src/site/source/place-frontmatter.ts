import { placeInRoot, type SourceRoot } from "../shared/source-roots.ts";
import type { Frontmatter } from "./frontmatter.ts";

/** The frontmatter of a page of a source, with paths that start at the root of the site instead of its own. */
export function placeFrontmatter(frontmatter: Frontmatter, root: SourceRoot | undefined): Frontmatter {
  if (root === undefined) return frontmatter;
  const { icon, related, url, openapi, asyncapi, metatags, "openapi-schema": schema } = frontmatter;
  const place = (path: string) => placeInRoot(path, root);
  const placeTarget = (text: string) => placeSpec(text, root);
  return {
    ...frontmatter,
    ...(icon && { icon: { ...icon, name: place(icon.name) } }),
    ...(related && { related: related.map((link) => ({ ...link, href: place(link.href) })) }),
    ...(url !== undefined && { url: place(url) }),
    ...(openapi !== undefined && { openapi: placeTarget(openapi) }),
    ...(asyncapi !== undefined && { asyncapi: placeTarget(asyncapi) }),
    ...(schema !== undefined && { "openapi-schema": placeTarget(schema) }),
    metatags: Object.fromEntries(Object.entries(metatags).map(([name, value]) => [name, place(value)])),
  };
}

/** `specs/a.json GET /users` → `/sdk/specs/a.json GET /users`. Paths may lack their slash, and a target its file. */
export function placeSpec(text: string, root: SourceRoot): string {
  const [, file, rest = ""] = /^\s*(?:\.?\/)?([^\s:]+\.(?:json|ya?ml|graphqls?|gql))(\s.*)?$/is.exec(text) ?? [];
  return file === undefined ? text : placeInRoot(`/${file}`, root) + rest;
}
