import { isExternalUrl } from "../ground/html/safe-url.ts";
import type { LinkUse } from "../page/markdown/collect-facts.ts";
import { placePath } from "../source/config/place.ts";
import type { SourceProject } from "../source/read-project.ts";
import type { RenderedSite } from "./render-site.ts";

/** Links and pictures that lead to other sites: those of docs.json first, then page by page. */
export function listExternalLinks({ report, pages }: SourceProject, { articles }: RenderedSite): LinkUse[] {
  const settings = report.uses
    .filter(({ url }) => isExternalUrl(url))
    .map(({ url, place }) => ({ url, place: report.locate(placePath(place)) }));
  const written = pages.flatMap(({ file }) => {
    const { links = [], images = [] } = articles.get(file)?.facts ?? {};
    return [...links, ...images]
      .filter(({ url }) => isExternalUrl(url))
      .map(({ url, place }) => ({ url, place: place ?? { file, line: undefined } }));
  });
  return [...settings, ...written];
}
