import type { Navigation } from "../../contract/editor-structure-operations.ts";
import { normalizeSlug } from "../../site/project.ts";
import type { DraftTree } from "../draft-tree.ts";
import { type DraftPage, listSources, type PageFacts } from "./draft-pages.ts";
import { listNodes } from "./navigation-nodes.ts";
import { checkSettingsText, readOrExplain, type SettingsText } from "./settings-text.ts";

/** The navigation in docs.json. If the file can't be read, the reply says why and contains no elements. */
export async function presentNavigation(tree: DraftTree, facts: PageFacts): Promise<Navigation> {
  const { pages } = await listSources(facts, tree);
  const settings = await readOrExplain(tree);
  if ("problem" in settings) {
    return { revision: "", nodes: [], unlisted: pages.map(presentUnlisted), problems: [settings.problem] };
  }
  return navigationOf(settings, pages);
}

export function navigationOf(settings: SettingsText, pages: readonly DraftPage[]): Navigation {
  const nodes = listNodes(settings, pages);
  const listed = new Set(nodes.flatMap(({ path = [] }) => path));
  const { problems } = checkSettingsText(settings);
  return {
    revision: settings.revision,
    nodes,
    unlisted: pages.filter(({ file }) => !listed.has(file)).map(presentUnlisted),
    problems: problems.filter(({ setting }) => setting.startsWith("navigation")),
  };
}

function presentUnlisted({ file, slug, title, sidebarTitle, isHidden }: DraftPage): Navigation["unlisted"][number] {
  return {
    path: file,
    slug: normalizeSlug(slug),
    title: sidebarTitle ?? title,
    isHidden,
  };
}
