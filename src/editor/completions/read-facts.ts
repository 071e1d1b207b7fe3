import type { EditorFacts } from "../../contract/editor-fact-schemas.ts";
import { createIgnoreRules } from "../../site/source/ignore-rules.ts";
import { isMediaPath } from "../check-write.ts";
import type { DraftTree } from "../draft-tree.ts";
import { listSources, type PageIndex } from "../page-index.ts";
import { formatFacts } from "./format-facts.ts";
import { readSettingFacts } from "./read-settings.ts";

const factLimits = {
  pagesMax: 5_000,
  snippetsMax: 2_000,
  mediaMax: 5_000,
};

/** Everything that the editor completes in a draft. */
export async function readFacts(index: PageIndex, tree: DraftTree): Promise<EditorFacts> {
  const { ignores } = createIgnoreRules(await tree.read(".mintignore"));
  const media = tree.paths.filter((path) => isMediaPath(path) && !ignores(path));
  const { pages, snippets } = await listSources(index, tree);
  const { pagesMax, snippetsMax, mediaMax } = factLimits;
  return {
    ...formatFacts,
    ...(await readSettingFacts(tree)),
    pages: pages.slice(0, pagesMax).map(({ file, title, url }) => ({ path: file, title, url })),
    snippets: snippets.slice(0, snippetsMax),
    media: media.slice(0, mediaMax),
    isCut: pages.length > pagesMax || snippets.length > snippetsMax || media.length > mediaMax,
  };
}
