import { posix } from "node:path";
import type { DraftTree, NavigationItem, TreeFile } from "../../contract/editor-file-operations.ts";
import type { NavigationNode, SettingsProblem } from "../../contract/editor-structure-operations.ts";
import { isPageFile, isSnippetPath } from "../../site/project.ts";
import { divisionSorts } from "../../site/reading.ts";
import { canWrite, isMediaPath } from "../check-write.ts";
import { listChanges, type DraftTree as OpenTree } from "../draft-tree.ts";
import { type PageFacts, pageOf, titleOf } from "../structure/draft-pages.ts";
import { listNodes } from "../structure/navigation-nodes.ts";
import { checkSettingsText, explainProblem, readOrExplain, type SettingsText } from "../structure/settings-text.ts";
import { chooseMediaFolder } from "./media-name.ts";

/** The files of a draft in two views: as folders, and as the navigation with its titles. */
export async function readTree(tree: OpenTree, indexed: PageFacts): Promise<DraftTree> {
  const files = presentFiles(tree, indexed);
  const mediaFolder = chooseMediaFolder(files.flatMap(({ path, change }) => (change === "removed" ? [] : [path])));
  const settings = await readOrExplain(tree);
  const problem = "problem" in settings ? settings.problem : findNavigationError(settings);
  if ("problem" in settings || problem !== undefined) {
    return { files, navigation: [], navigationProblem: problem ? explainProblem(problem) : null, mediaFolder };
  }
  const pages = tree.paths.flatMap((path) => {
    const facts = indexed.get(path);
    return facts === undefined ? [] : [pageOf(path, facts)];
  });
  return { files, navigation: presentItems(listNodes(settings, pages)), navigationProblem: null, mediaFolder };
}

function findNavigationError(settings: SettingsText): SettingsProblem | undefined {
  const { problems } = checkSettingsText(settings);
  return problems.find(({ severity, setting }) => severity === "error" && setting.startsWith("navigation"));
}

function presentFiles(tree: OpenTree, indexed: PageFacts): TreeFile[] {
  const changes = new Map(listChanges(tree).map((file) => [file.path, file]));
  return [...new Set([...tree.paths, ...changes.keys()])]
    .filter(canWrite)
    .sort()
    .map((path): TreeFile => {
      const { change = null, movedFrom } = changes.get(path) ?? {};
      const kind = kindOf(path);
      const file = tree.changed.get(path);
      return {
        path,
        kind,
        bytes: (file?.kind === "removed" ? undefined : file?.bytes) ?? tree.base.get(path)?.bytes ?? 0,
        change,
        ...(movedFrom !== undefined && { movedFrom }),
        ...(kind === "page" && { title: titleOf(path, indexed.get(path)) }),
        ...(indexed.get(path)?.isHidden && { isHidden: true }),
      };
    });
}

const divisionKinds: ReadonlySet<string> = new Set(divisionSorts.map(({ kind }) => kind));

/** The navigation as a flat list. The depth of each entry shows which parent it belongs to. */
function presentItems(nodes: readonly NavigationNode[]): NavigationItem[] {
  const depths = new Map<string, number>();
  return nodes.map(({ address, parent, kind, title, path, href, isHidden, isMissing, slug }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(address, depth);
    const isLink = href !== undefined && divisionKinds.has(kind);
    return {
      depth,
      kind: isLink ? "link" : kind,
      title: isMissing ? (slug ?? title) : title,
      ...(path !== undefined && { path }),
      ...(isLink && { href }),
      ...(isMissing && { isMissing }),
      ...(isHidden && { isHidden }),
    };
  });
}

const codeExtensions: ReadonlySet<string> = new Set([".css", ".js", ".jsx", ".ts", ".tsx"]);

function kindOf(path: string): TreeFile["kind"] {
  if (isMediaPath(path)) return "media";
  if (isPageFile(path)) return isSnippetPath(path) ? "snippet" : "page";
  if (codeExtensions.has(posix.extname(path).toLowerCase())) return "code";
  return "settings";
}
