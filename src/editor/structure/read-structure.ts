import type { Navigation, SettingsProblem } from "../../contract/editor-structure-schemas.ts";
import { BuildFailure, BuildProblem } from "../../site/ground/build-problem.ts";
import { normalizeSlug } from "../../site/source/page-url.ts";
import type { SourcePage } from "../../site/source/read-page.ts";
import type { DraftTree } from "../draft-files.ts";
import { listPages } from "./draft-structure.ts";
import { listNodes } from "./navigation-nodes.ts";
import { checkSettingsText, presentProblem, readSettingsText, type SettingsText } from "./settings-text.ts";

/** The navigation as docs.json has it. If the file can't be read, the reply says why and has no elements. */
export async function presentNavigation(tree: DraftTree): Promise<Navigation> {
  const pages = await listPages(tree);
  const settings = await readOrExplain(tree);
  if ("problem" in settings) {
    return { revision: "", nodes: [], unlisted: pages.map(presentUnlisted), problems: [settings.problem] };
  }
  return navigationOf(settings, pages);
}

export function navigationOf(settings: SettingsText, pages: readonly SourcePage[]): Navigation {
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

function presentUnlisted({ file, slug, title, frontmatter }: SourcePage): Navigation["unlisted"][number] {
  return {
    path: file,
    slug: normalizeSlug(slug),
    title: frontmatter.sidebarTitle ?? title,
    isHidden: frontmatter.hidden === true,
  };
}

/** The settings, or the problem that keeps them from being read. */
export async function readOrExplain(
  tree: Pick<DraftTree, "read">,
): Promise<SettingsText | { problem: SettingsProblem }> {
  try {
    return await readSettingsText(tree);
  } catch (error) {
    const problem = error instanceof BuildFailure ? error.problems[0] : error;
    if (!(problem instanceof BuildProblem)) throw error;
    return { problem: presentProblem(problem) };
  }
}
