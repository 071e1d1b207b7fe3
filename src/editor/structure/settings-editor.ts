import { AppError } from "../../platform/errors.ts";
import { isJsonObject, type JsonValue } from "../../site/project.ts";
import { addItem, findNode, type JsonPath, removeValue, setValue } from "./json-text.ts";
import { addressOf, valueAt } from "./navigation-nodes.ts";
import { locate, type SettingsEdit, type SettingsText } from "./settings-text.ts";

export type SettingsEditor = ReturnType<typeof createSettingsEditor>;

/** Edits the texts of the settings and their values together. Paths refer to the values, with each `$ref` resolved. */
export function createSettingsEditor(settings: SettingsText) {
  const values = structuredClone(settings.values);
  const texts = new Map<string, string>();
  const read = (file: string) => texts.get(file) ?? settings.files.read(file) ?? "";
  // An edit doesn't change which file is included where. But positions shift, so every edit looks them up in the
  // current texts.
  const here = () => ({ files: { ...settings.files, open: (file: string) => openCurrent(settings, texts, file) } });

  function find(path: JsonPath): { file: string; path: JsonPath } {
    const place = locate(here(), path);
    if (place === undefined) throw new AppError("bad_request", `docs.json has no value at ${addressOf(path)}.`);
    return place;
  }

  /**
   * Sets a value, and creates missing parent objects. `written` differs from the value if the value contains a `$ref`.
   */
  function set(path: JsonPath, value: JsonValue, written = value): void {
    const key = path.at(-1);
    const parent = path.slice(0, -1);
    if (key === undefined) throw new RangeError("the settings as a whole can't be replaced");
    const holder = valueAt(values, parent);
    if (holder === undefined) {
      // The parent is written in a single edit. Otherwise an empty object would first be written on one line.
      set(parent, typeof key === "number" ? [value] : { [key]: value });
      return;
    }
    const known = locate(here(), path);
    const place = known ?? withKey(find(parent), key);
    texts.set(place.file, setValue(read(place.file), place.path, written));
    put(holder, key, structuredClone(value));
  }

  function remove(path: JsonPath): void {
    const key = path.at(-1);
    const holder = valueAt(values, path.slice(0, -1));
    const place = findWritten(path);
    texts.set(place.file, removeValue(read(place.file), place.path));
    if (Array.isArray(holder) && typeof key === "number") holder.splice(key, 1);
    else if (isJsonObject(holder) && typeof key === "string") delete holder[key];
  }

  /** The place where the member or item itself is written, even if it is only a `$ref`. */
  function findWritten(path: JsonPath): { file: string; path: JsonPath } {
    const key = path.at(-1);
    const parent = find(path.slice(0, -1));
    const place = key === undefined ? parent : withKey(parent, key);
    return findNode(read(place.file), place.path) === undefined ? find(path) : place;
  }

  /** Inserts an item. The list is created if missing. */
  function insert(list: JsonPath, index: number, value: JsonValue, written?: string): void {
    const items = valueAt(values, list);
    if (!Array.isArray(items)) {
      set(list, [value]);
      return;
    }
    const place = find(list);
    texts.set(place.file, addItem(read(place.file), place.path, index, value, written));
    items.splice(index, 0, structuredClone(value));
  }

  const edit = (): SettingsEdit => ({ texts, values });
  return { values: () => values, read, locate: findWritten, set, remove, insert, edit };
}

function withKey({ file, path }: { file: string; path: JsonPath }, key: string | number) {
  return { file, path: [...path, key] };
}

function put(holder: JsonValue, key: string | number, value: JsonValue): void {
  if (Array.isArray(holder) && typeof key === "number") holder[key] = value;
  else if (isJsonObject(holder)) holder[key] = value;
}

function openCurrent(settings: SettingsText, texts: ReadonlyMap<string, string>, file: string) {
  const text = texts.get(file);
  return text === undefined ? settings.files.open(file) : findNode(text, []);
}
