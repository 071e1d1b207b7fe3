import { BuildProblem } from "../ground/build-problem.ts";
import type { PagePlace } from "../source/navigation/place-pages.ts";
import type { SourcePage } from "../source/read-page.ts";

const namedMax = 20;

/** Pages that no entry of the navigation names, in one line: readers reach them by a link only, often on purpose. */
export function noteOrphans(pages: SourcePage[], places: ReadonlyMap<string, PagePlace>): BuildProblem[] {
  const orphans = pages.filter(
    ({ slug, url, frontmatter, api }) =>
      url !== "/" &&
      places.get(slug)?.order === undefined &&
      frontmatter.hidden !== true &&
      // An operation is left out of the navigation by its own description only.
      api?.isGenerated !== true,
  );
  if (orphans.length === 0) return [];
  const names = orphans.slice(0, namedMax).map((page) => page.file);
  const others = orphans.length - names.length;
  const list = `${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
  const count = orphans.length === 1 ? "1 page is" : `${orphans.length} pages are`;
  const hint = "list what readers should find in docs.json, and give the rest hidden: true";
  return [new BuildProblem(`${count} not in the navigation: ${list}`, { severity: "note", hint })];
}
