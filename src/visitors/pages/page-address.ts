import type { Manifest } from "../../platform/artifacts/manifest.ts";
import { cleanPath } from "../../search/page-lift.ts";

/** The address of a page as its site writes it; undefined for a path that is no page of the site. */
export function pageAddress({ files }: Pick<Manifest, "files">, path: string): string | undefined {
  const clean = cleanPath(path);
  const name = clean === "/" ? "index" : clean.slice(1);
  return files.has(`${name}.html`) ? clean : undefined;
}
