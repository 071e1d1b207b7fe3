import type { NavigationEdit, NavigationKind } from "../../contract/editor-structure-operations.ts";
import { AppError } from "../../platform/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../site/project.ts";
import { divisionSorts } from "../../site/reading.ts";
import { findNode, type JsonPath, writtenItem } from "./json-text.ts";
import { addressOf, kindOf, listsOf, nameKeyOf, pathOf, rootAddress, valueAt } from "./navigation-nodes.ts";
import { createSettingsEditor, type SettingsEditor } from "./settings-editor.ts";
import type { SettingsEdit, SettingsText } from "./settings-text.ts";

/** An edit, and the address that its element has after the edit. */
export interface NavigationPlan extends SettingsEdit {
  address?: string;
}

/** Plans one change of the navigation. The caller checks the plan and stores it. */
export function planNavigationEdit(settings: SettingsText, edit: NavigationEdit): NavigationPlan {
  const editor = createSettingsEditor(settings);
  if (edit.kind === "move") return { address: moveNode(editor, edit), ...editor.edit() };
  if (edit.kind === "add") return { address: addNode(editor, edit), ...editor.edit() };
  const node = getNode(editor.values(), edit.address);
  if (edit.kind === "remove") {
    editor.remove(node.path);
    return editor.edit();
  }
  if (edit.kind === "rename") rename(editor, node, edit.name);
  else setOption(editor, node, edit);
  return { address: edit.address, ...editor.edit() };
}

interface Node {
  path: (string | number)[];
  kind: NavigationKind;
  value: JsonValue;
}

/** Throws unless an element has this address. */
function getNode(values: JsonValue, address: string): Node {
  const path = pathOf(address);
  const value = valueAt(values, path);
  const list = path.at(-2);
  const kind = value === undefined || typeof list !== "string" ? undefined : kindOf(list, value);
  if (path[0] !== "navigation" || kind === undefined || value === undefined) {
    throw new AppError("bad_request", `The navigation has no element at ${address}.`);
  }
  return { path, kind, value };
}

interface Target {
  parent: string;
  before?: string | undefined;
}

function moveNode(editor: SettingsEditor, { address, ...target }: { address: string } & Target): string {
  const node = getNode(editor.values(), address);
  if (target.parent === address || target.parent.startsWith(`${address}/`)) {
    throw new AppError("bad_request", "An element can't be moved into itself.");
  }
  if (target.before === address) return address;
  const { list, index } = findPlace(editor, node.kind, target);
  const from = editor.locate(node.path);
  const written = writtenItem(editor.read(from.file), from.path);
  // Insert the element first and remove the old one afterwards: removing it first would shift the addresses of later
  // elements, which `list` and `index` refer to.
  editor.insert(list, index, node.value, written);
  const isShifted =
    addressOf(node.path.slice(0, list.length)) === addressOf(list) && Number(node.path[list.length]) >= index;
  const path = node.path.map((key, depth) => (isShifted && depth === list.length ? Number(key) + 1 : key));
  editor.remove(path);
  return addressOf(afterRemoval([...list, index], path));
}

/** The path of an element after another element has been removed. */
function afterRemoval(path: JsonPath, removed: JsonPath): JsonPath {
  const list = removed.slice(0, -1);
  const isBehind =
    addressOf(path.slice(0, list.length)) === addressOf(list) && Number(path[list.length]) > Number(removed.at(-1));
  return path.map((key, depth) => (isBehind && depth === list.length ? Number(key) - 1 : key));
}

function addNode(editor: SettingsEditor, edit: { what: NavigationKind; name: string } & Target): string {
  const { what, name, ...target } = edit;
  const parent = pathOf(target.parent);
  const holder = getHolder(editor.values(), target.parent).value;
  const sort = divisionSorts.find(({ kind }) => kind === what);
  if (sort !== undefined && holder[sort.list] === undefined && hasContent(holder) && mayWrap(sort.list, holder)) {
    wrap(editor, parent, holder, { list: sort.list, nameKey: sort.name, name });
    return addressOf([...parent, sort.list, 0]);
  }
  const { list, index } = findPlace(editor, what, target);
  if (what === "page" || what === "endpoint") editor.insert(list, index, name);
  else if (what === "group") editor.insert(list, index, { group: name, pages: [] });
  else editor.insert(list, index, { [nameKeyOf(what)]: name, pages: [] });
  return addressOf([...list, index]);
}

const contentLists = listsOf("root");

function hasContent(holder: JsonObject): boolean {
  return contentLists.some((list) => Array.isArray(holder[list]) && holder[list].length > 0);
}

/** Whether a new kind of list may wrap the content: tabs are added inside a language, not around all languages. */
function mayWrap(list: string, holder: JsonObject): boolean {
  const around = ["languages", "versions", "products"];
  const outer = around.indexOf(list) < 0 ? around : around.slice(0, around.indexOf(list));
  return !outer.some((name) => holder[name] !== undefined);
}

/** Adds the first version, language or tab, which takes over all existing content. */
function wrap(
  editor: SettingsEditor,
  parent: JsonPath,
  holder: JsonObject,
  { list, nameKey, name }: { list: string; nameKey: string; name: string },
): void {
  const place = editor.locate(parent);
  const node = findNode(editor.read(place.file), place.path);
  const raw: unknown = node && JSON.parse(editor.read(place.file).slice(node.start, node.end));
  const wrapped = (value: JsonObject): JsonObject => {
    const kept = Object.entries(value).filter(([key]) => !contentLists.includes(key));
    const inside = Object.entries(value).filter(([key]) => contentLists.includes(key));
    return { ...Object.fromEntries(kept), [list]: [{ [nameKey]: name, ...Object.fromEntries(inside) }] };
  };
  editor.set(parent, wrapped(holder), isJsonObject(raw) ? wrapped(raw) : undefined);
}

/** The list and the index at which an element of this kind is placed in the parent: before a sibling or at the end. */
function findPlace(editor: SettingsEditor, kind: NavigationKind, { parent, before }: Target): Place {
  const holder = getHolder(editor.values(), parent);
  const path = pathOf(parent);
  const sort = divisionSorts.find((one) => one.kind === kind);
  if (sort === undefined) return findEntryPlace(editor, holder, path, before);
  if (holder.kind === "group") throw new AppError("bad_request", `A group can't contain a ${kind}.`);
  return placeIn(editor, [...path, sort.list], before);
}

interface Place {
  list: JsonPath;
  index: number;
}

function findEntryPlace(editor: SettingsEditor, holder: Holder, path: JsonPath, before: string | undefined): Place {
  const lists = ["pages", "groups"].filter((list) => Array.isArray(holder.value[list]));
  const divisions = divisionSorts.filter(({ list }) => Array.isArray(holder.value[list]));
  if (lists.length === 0 && divisions.length > 0 && holder.kind !== "group") {
    throw new AppError("bad_request", `Add the element to one of the ${divisions[0]?.list} instead.`);
  }
  const sibling = before === undefined ? undefined : pathOf(before);
  const beforeList = sibling?.at(-2);
  if (typeof beforeList === "string") return placeIn(editor, [...path, beforeList], before);
  // The end as people see it: the last list, in the order in which the build reads lists.
  const last = listsOf(holder.kind).findLast((list) => lists.includes(list));
  return placeIn(editor, [...path, last ?? "pages"], undefined);
}

function placeIn(editor: SettingsEditor, list: JsonPath, before: string | undefined): Place {
  const items = valueAt(editor.values(), list);
  if (before === undefined) return { list, index: Array.isArray(items) ? items.length : 0 };
  const path = pathOf(before);
  const index = path.at(-1);
  if (addressOf(path.slice(0, -1)) !== addressOf(list) || typeof index !== "number" || !Array.isArray(items)) {
    throw new AppError("bad_request", `The element can't be placed before ${before}.`);
  }
  return { list, index: Math.min(index, items.length) };
}

interface Holder {
  kind: NavigationKind | "root";
  value: JsonObject;
}

function getHolder(values: JsonValue, address: string): Holder {
  if (address === rootAddress) {
    const value = valueAt(values, ["navigation"]);
    if (isJsonObject(value)) return { kind: "root", value };
  }
  const { kind, value } = getNode(values, address);
  if (!isJsonObject(value)) throw new AppError("bad_request", "A page can't contain other pages.");
  return { kind, value };
}

function rename(editor: SettingsEditor, { path, kind }: Node, name: string): void {
  if (kind === "page") throw new AppError("bad_request", "The title of a page is in its frontmatter.");
  editor.set(kind === "endpoint" ? path : [...path, nameKeyOf(kind)], name);
}

function setOption(editor: SettingsEditor, node: Node, { key, value }: { key: string; value: JsonValue }): void {
  if (!isJsonObject(node.value)) throw new AppError("bad_request", "The settings of a page are in its frontmatter.");
  const path = [...node.path, key];
  const isGone = value === null || value === false;
  if (key === "default" && value === true) {
    const items = valueAt(editor.values(), node.path.slice(0, -1));
    for (const [index, item] of (Array.isArray(items) ? items : []).entries()) {
      const other = [...node.path.slice(0, -1), index];
      if (isJsonObject(item) && item.default === true) editor.remove([...other, "default"]);
    }
  }
  if (!isGone) editor.set(path, value);
  else if (node.value[key] !== undefined) editor.remove(path);
}
