import type { NavigationNode } from "../../contract/editor-structure-operations.ts";
import { isJsonObject, type JsonObject, type JsonValue, normalizeSlug, titleFromSlug } from "../../site/project.ts";
import { divisionSorts } from "../../site/reading.ts";
import type { DraftPage } from "./draft-pages.ts";
import type { JsonPath } from "./json-text.ts";
import { locate, type SettingsText } from "./settings-text.ts";

/** The address of the navigation root. */
export const rootAddress = "/navigation";

const nodesMax = 20_000;

export function addressOf(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The keys of an address. Numbers become indexes, because no key of the navigation is a number. */
export function pathOf(address: string): (string | number)[] {
  return address
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((key) => (/^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key));
}

export function valueAt(values: JsonValue, path: JsonPath): JsonValue | undefined {
  let value: JsonValue | undefined = values;
  for (const key of path) {
    if (typeof key === "number") value = Array.isArray(value) ? value[key] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** The lists of an element, in the order in which the build reads them. */
const divisionLists = [...divisionSorts.map(({ list }) => list), "groups", "pages"];
const groupLists = ["pages", "groups"];

export function listsOf(kind: NavigationNode["kind"] | "root"): readonly string[] {
  return kind === "group" ? groupLists : kind === "page" || kind === "endpoint" ? [] : divisionLists;
}

const endpoint = /^(?:\S+\s+)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i;

/** The kind of an item in a list of docs.json. */
export function kindOf(list: string, item: JsonValue): NavigationNode["kind"] | undefined {
  const sort = divisionSorts.find((one) => one.list === list);
  if (sort !== undefined) return isJsonObject(item) ? sort.kind : undefined;
  if (typeof item === "string") return endpoint.test(item.trim()) ? "endpoint" : "page";
  return isJsonObject(item) ? "group" : undefined;
}

/** The key in docs.json that holds the name of an element of this kind. */
export function nameKeyOf(kind: NavigationNode["kind"]): string {
  return divisionSorts.find((sort) => sort.kind === kind)?.name ?? "group";
}

/** Every element of the navigation as written in docs.json, parents before their children. */
export function listNodes(settings: SettingsText, pages: readonly DraftPage[]): NavigationNode[] {
  const bySlug = new Map(pages.flatMap((page) => slugsOf(page.slug).map((slug) => [slug, page] as const)));
  const nodes: NavigationNode[] = [];

  function visitLists(holder: JsonObject, path: JsonPath, lists: readonly string[], parent: string): void {
    for (const list of lists) {
      const items = holder[list];
      if (!Array.isArray(items)) continue;
      for (const [index, item] of items.entries()) visit(item, [...path, list, index], list, parent);
    }
  }

  function visit(item: JsonValue, path: JsonPath, list: string, parent: string): void {
    const kind = kindOf(list, item);
    if (kind === undefined || nodes.length >= nodesMax) return;
    const address = addressOf(path);
    const at = { address, parent, kind, isGlobal: path[1] === "global", ...writtenAt(settings, path) };
    if (typeof item === "string") {
      nodes.push({ ...at, ...(kind === "endpoint" ? plain(item) : pageFacts(item, bySlug.get(normalizeSlug(item)))) });
    } else if (isJsonObject(item)) {
      nodes.push({ ...at, ...elementFacts(item, nameKeyOf(kind), bySlug) });
      visitLists(item, path, listsOf(kind), address);
      if (isJsonObject(item.global)) visitLists(item.global, [...path, "global"], divisionLists, address);
    }
  }

  const { navigation } = settings.values;
  if (isJsonObject(navigation)) {
    visitLists(navigation, ["navigation"], divisionLists, rootAddress);
    if (isJsonObject(navigation.global)) {
      visitLists(navigation.global, ["navigation", "global"], divisionLists, rootAddress);
    }
  }
  return nodes;
}

/** The names under which the navigation can list a page. An index page may be listed by its folder's name. */
function slugsOf(slug: string): string[] {
  return slug.endsWith("/index") ? [slug, slug.slice(0, -"/index".length)] : [slug];
}

function writtenAt(settings: SettingsText, path: JsonPath): { file: string; line: number } {
  const { file, line } = locate(settings, path) ?? { file: "docs.json", line: 1 };
  return { file, line };
}

type Facts = Omit<NavigationNode, "address" | "parent" | "kind" | "isGlobal" | "file" | "line">;

function plain(title: string): Facts {
  return { title, isHidden: false, isExpanded: false, isDefault: false, isMissing: false };
}

function pageFacts(written: string, page: DraftPage | undefined): Facts {
  const slug = normalizeSlug(written);
  if (page === undefined) return { ...plain(titleFromSlug(slug)), slug, isMissing: true };
  const { title, sidebarTitle, isHidden, icon, href, file, url } = page;
  return {
    ...plain(sidebarTitle ?? title),
    isHidden,
    slug: page.slug,
    path: file,
    url,
    ...iconOf(icon ?? null),
    ...(href === undefined ? {} : { href }),
  };
}

function elementFacts(item: JsonObject, nameKey: string, bySlug: ReadonlyMap<string, DraftPage>): Facts {
  const root = typeof item.root === "string" ? bySlug.get(normalizeSlug(item.root)) : undefined;
  const spec = item.openapi ?? item.asyncapi ?? item.graphql;
  return {
    ...plain(titleOf(item, nameKey)),
    isHidden: item.hidden === true,
    isExpanded: item.expanded === true,
    isDefault: item.default === true,
    ...iconOf(isJsonObject(item.icon) ? (item.icon.name ?? null) : (item.icon ?? null)),
    ...(typeof item.tag === "string" ? { tag: item.tag } : {}),
    ...(typeof item.href === "string" ? { href: item.href } : {}),
    ...(spec === undefined ? {} : { generates: describeSpec(spec) }),
    ...(typeof item.root === "string" ? { slug: normalizeSlug(item.root) } : {}),
    ...(root === undefined ? {} : { path: root.file, url: root.url }),
  };
}

function titleOf(item: JsonObject, nameKey: string): string {
  if (typeof item.sourceRef === "string") return `Pages of ${item.sourceRef} (another repository)`;
  return typeof item[nameKey] === "string" ? item[nameKey] : "Untitled";
}

function describeSpec(spec: JsonValue): string {
  if (typeof spec === "string") return spec;
  if (Array.isArray(spec)) return spec.map(describeSpec).join(", ");
  return isJsonObject(spec) && spec.source !== undefined ? describeSpec(spec.source) : "an API description";
}

function iconOf(icon: JsonValue): { icon?: string } {
  return typeof icon === "string" ? { icon } : {};
}
