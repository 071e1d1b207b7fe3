import type { EditorFacts } from "../../contract/editor-fact-operations.ts";
import type { DocsTree } from "../../docs-edits/docs-tree.ts";
import { isJsonObject } from "../../site/project.ts";
import { createIgnoreRules, isIconLibrary, searchIcons } from "../../site/reading.ts";
import { isMediaPath } from "../check-write.ts";
import type { DraftTree } from "../draft-tree.ts";
import { listSources, type PageFacts } from "../structure/draft-pages.ts";
import { readOrExplain } from "../structure/settings-text.ts";
import { formatCompletions } from "./format-completions.ts";

const factLimits = {
  pagesMax: 5_000,
  snippetsMax: 2_000,
  mediaMax: 5_000,
};

/** All completion data of a draft. */
export async function readCompletions(tree: DraftTree, facts: PageFacts): Promise<EditorFacts> {
  const { ignores } = createIgnoreRules(await tree.read(".mintignore"));
  const media = tree.paths.filter((path) => isMediaPath(path) && !ignores(path));
  const { pages, snippets } = await listSources(facts, tree);
  const { pagesMax, snippetsMax, mediaMax } = factLimits;
  return {
    ...formatCompletions,
    ...(await readSettingCompletions(tree)),
    pages: pages.slice(0, pagesMax).map(({ file, title, url }) => ({ path: file, title, url })),
    snippets: snippets.slice(0, snippetsMax),
    media: media.slice(0, mediaMax),
    isCut: pages.length > pagesMax || snippets.length > snippetsMax || media.length > mediaMax,
  };
}

const variablesMax = 500;
const valueLengthMax = 200;

/** The completion data from docs.json, which may be invalid while someone is typing in it. */
async function readSettingCompletions(
  tree: Pick<DocsTree, "read">,
): Promise<Pick<EditorFacts, "variables" | "iconLibrary">> {
  const settings = await readOrExplain(tree);
  const { variables, icons } = "problem" in settings ? {} : settings.values;
  const library = isJsonObject(icons) ? icons.library : undefined;
  return {
    variables: Object.entries(isJsonObject(variables) ? variables : {})
      .slice(0, variablesMax)
      .map(([name, value]) => ({ name, value: String(value).slice(0, valueLengthMax) })),
    iconLibrary: isIconLibrary(library) ? library : "fontawesome",
  };
}

const iconsMax = 50;

export function findIcons({ library, text }: { library: EditorFacts["iconLibrary"]; text: string }): string[] {
  return searchIcons(library, text, iconsMax);
}
