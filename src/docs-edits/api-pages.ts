import {
  collectNeededSpecs,
  createGeneratedPages,
  createReport,
  createTargetFinder,
  type DraftTree,
  expandNavigation,
  indexSpec,
  type ReadSpec,
  type SiteConfig,
  type SourcePage,
  specLimits,
} from "../site/reading.ts";
import type { EditedDocs } from "./edited-docs.ts";

interface ApiRequest {
  pages: readonly SourcePage[];
  navigation: DraftTree;
  config: SiteConfig;
  files: readonly string[];
}

const looksLikeSpec = /["']?\b(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/;

interface PagesWithApi {
  pages: SourcePage[];
  /** Folders of pages generated from remote descriptions, whose content is unknown here. */
  remoteFolders: ReadonlySet<string>;
}

/** Adds the pages that docs.json generates from API descriptions, so that links to them aren't broken. */
export async function addGeneratedPages(
  docs: EditedDocs,
  { pages, navigation, config, files }: ApiRequest,
): Promise<PagesWithApi> {
  const written = [...pages];
  const needed = collectNeededSpecs(written, navigation, config);
  const named = files.filter((file) => needed.files.has(file));
  const others = needed.searchesAll ? files.filter((file) => /\.(?:json|ya?ml)$/i.test(file)) : [];
  const specs = new Map<string, ReadSpec>();
  for (const file of new Set([...named, ...others.slice(0, specLimits.candidatesMax)])) {
    const text = specs.size < specLimits.specsMax ? await docs.read(file) : undefined;
    const isGraphql = needed.graphql.has(file);
    if (text === undefined || text.length > specLimits.bytesMax || !(isGraphql || looksLikeSpec.test(text))) continue;
    const { index } = indexSpec(file, text, { pillKeys: [], schemas: [], isGraphql });
    specs.set(file, { file, key: file, index });
  }
  const generated = createGeneratedPages(written, { ...config, reader: "all" });
  expandNavigation(navigation, {
    finder: createTargetFinder(new Map([...specs].toSorted(([one], [other]) => (one < other ? -1 : 1)))),
    generated,
    config,
    report: createReport(() => ({ file: "docs.json", line: undefined })),
    remote: new Map(),
    files,
  });
  return { pages: [...written, ...generated.pages], remoteFolders: needed.remoteFolders };
}
