import type { Navigation, NavigationEdit, Splice } from "../../contract/editor-structure-operations.ts";
import { smallestSplice } from "../../contract/smallest-splice.ts";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { AppError } from "../../platform/errors.ts";
import type { DraftTree } from "../draft-tree.ts";
import { type NavigationPlan, planNavigationEdit } from "./change-navigation.ts";
import { listSources, type PageFacts } from "./draft-pages.ts";
import { navigationOf } from "./read-structure.ts";
import { checkEdit, checkRevision, getSettings, type SettingsText } from "./settings-text.ts";

export interface NavigationRequest {
  revision: string;
  edit?: NavigationEdit;
  undo?: readonly Splice[];
}

/** Changes the navigation. Returns the new navigation, and the data for undoing the change. */
export async function changeNavigation(
  tree: DraftTree,
  facts: PageFacts,
  { revision, edit, undo = [] }: NavigationRequest,
): Promise<{ changes: FileChange[]; navigation: Navigation }> {
  const before = await getSettings(tree);
  checkRevision(before.revision, revision);
  const planned: NavigationPlan = edit === undefined ? await planUndo(before, undo) : planNavigationEdit(before, edit);
  const { after, changes } = await checkEdit(before, planned);
  return {
    changes,
    navigation: {
      ...navigationOf(after, (await listSources(facts, tree)).pages),
      undo: findUndo(before, changes),
      ...(planned.address === undefined ? {} : { address: planned.address }),
    },
  };
}

/**
 * Plans to undo a change. The revision proves that the texts haven't changed since, so the positions are still right.
 */
async function planUndo(before: SettingsText, undo: readonly Splice[]) {
  const texts = new Map<string, string>();
  for (const { file, start, end, text } of undo) {
    const now = texts.get(file) ?? before.files.read(file);
    if (now === undefined || end < start || end > now.length) {
      throw new AppError("bad_request", "This change can't be undone anymore.");
    }
    texts.set(file, now.slice(0, start) + text + now.slice(end));
  }
  const { values } = await getSettings({ read: async (path) => texts.get(path) ?? before.files.read(path) });
  return { texts, values };
}

function findUndo(before: SettingsText, changes: readonly FileChange[]): Splice[] {
  return changes.flatMap(({ path: file, content = "" }) => {
    const splice = smallestSplice(content, before.files.read(file) ?? "");
    if (splice === undefined) return [];
    return [{ file, start: splice.start, end: splice.start + splice.deleted, text: splice.insert }];
  });
}
