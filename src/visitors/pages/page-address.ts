import type { Manifest } from "../../platform/artifacts/manifest.ts";
import { cleanPath } from "../../search/page-lift.ts";

/** The canonical address of a page; undefined if the site has no such page. */
export function pageAddress({ files }: Pick<Manifest, "files">, path: string): string | undefined {
  const clean = cleanPath(path);
  const name = clean === "/" ? "index" : clean.slice(1);
  return files.has(`${name}.html`) ? clean : undefined;
}
