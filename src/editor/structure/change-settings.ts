import { isDeepStrictEqual } from "node:util";
import type { Settings } from "../../contract/editor-structure-operations.ts";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { AppError } from "../../platform/errors.ts";
import { isJsonObject, type JsonValue } from "../../site/project.ts";
import { settingDescriptions } from "../../site/reading.ts";
import type { DraftTree } from "../draft-tree.ts";
import { forbiddenKeys } from "./check-value.ts";
import type { JsonPath } from "./json-text.ts";
import { valueAt } from "./navigation-nodes.ts";
import { createSettingsEditor } from "./settings-editor.ts";
import { isFormSetting, settingsSections } from "./settings-sections.ts";
import {
  checkEdit,
  checkRevision,
  checkSettingsText,
  getSettings,
  readOrExplain,
  type SettingsText,
} from "./settings-text.ts";

export interface SettingChange {
  revision: string;
  path: JsonPath;
  /** If undefined, the setting is removed. */
  value?: JsonValue | undefined;
}

export async function changeSettings(
  tree: DraftTree,
  { revision, path, value }: SettingChange,
): Promise<{ changes: FileChange[]; settings: Settings }> {
  if (!isFormSetting(path[0])) {
    throw new AppError("bad_request", `${String(path[0])} can't be changed in a form; edit docs.json.`);
  }
  if (path.some((key) => forbiddenKeys.has(key))) throw new AppError("bad_request", "A setting can't have this name.");
  const before = await getSettings(tree);
  checkRevision(before.revision, revision);
  const { after, changes } = await checkEdit(before, planSettingEdit(before, path, value));
  return { changes, settings: await settingsOf(after, tree) };
}

/** Sets a value or removes it. Objects that would become empty are removed too. */
export function planSettingEdit(before: SettingsText, path: JsonPath, value: JsonValue | undefined) {
  const editor = createSettingsEditor(before);
  if (value !== undefined) editor.set(path, value);
  else if (valueAt(before.values, path) !== undefined) {
    let last = path;
    for (let parent = path.slice(0, -1); parent.length > 0; parent = parent.slice(0, -1)) {
      const holder = valueAt(before.values, parent);
      if (!isJsonObject(holder) || Object.keys(holder).length > 1) break;
      last = parent;
    }
    editor.remove(last);
  }
  return editor.edit();
}

/** The settings as form fields. If docs.json can't be read, the reply says why. */
export async function presentSettings(tree: DraftTree): Promise<Settings> {
  const settings = await readOrExplain(tree);
  if (!("problem" in settings)) return settingsOf(settings, tree);
  return { ...forms(), revision: "", values: {}, changed: [], problems: [settings.problem] };
}

async function settingsOf(settings: SettingsText, tree: DraftTree): Promise<Settings> {
  const { navigation: _navigation, ...values } = settings.values;
  const base = await readOrExplain({ read: (path) => tree.readBase(path) });
  return {
    ...forms(),
    revision: settings.revision,
    values,
    changed: "problem" in base ? [] : listChanged(values, base.values),
    problems: checkSettingsText(settings).problems.filter(({ setting }) => !setting.startsWith("navigation")),
  };
}

function forms(): Pick<Settings, "sections" | "descriptions"> {
  return { sections: [...settingsSections], descriptions: settingDescriptions };
}

const changedMax = 500;

/** The settings that differ. Objects are compared member by member, and lists as a whole. */
function listChanged(now: Record<string, JsonValue>, before: Record<string, JsonValue>): string[] {
  const changed: string[] = [];
  const compare = (path: string, one: JsonValue | undefined, other: JsonValue | undefined): void => {
    if (isDeepStrictEqual(one, other) || changed.length >= changedMax || path === "navigation") return;
    if (!isJsonObject(one) || !isJsonObject(other)) {
      changed.push(path);
      return;
    }
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      compare(path === "" ? key : `${path}.${key}`, one[key], other[key]);
    }
  };
  compare("", now, before);
  return changed;
}
