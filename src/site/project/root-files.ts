import type { SourceAsset } from "./read-project.ts";

/** Files for machines that a build makes unless the author has put one of that name at the root of the project. */
const replaceable: readonly string[] = ["llms.txt", "llms-full.txt", "sitemap.xml", "robots.txt"];

/** The names of those that the author wrote; they are served as they are, like any other asset. */
export function filesOfAuthor(assets: readonly SourceAsset[]): ReadonlySet<string> {
  return new Set(assets.map((asset) => asset.path).filter((path) => replaceable.includes(path)));
}
