import { BuildFailure, BuildProblem } from "../shared/build-problem.ts";
import { placeInRoot, type SourceRoot } from "../shared/source-roots.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";
import { namesReaders } from "./navigation/element-settings.ts";
import { placeSpec } from "./place-frontmatter.ts";

/** Another repository, branch or tag whose files are in a folder of the site. */
export interface SiteSource {
  path: string;
  /** `acme/sdk`; undefined for a branch or tag of the project's own repository. */
  name?: string | undefined;
}

/** A source whose files are there. */
export interface ReadSource extends Omit<SourceRoot, "names">, SiteSource {
  names: string[];
  /** Its docs.json; undefined if it has none. */
  settings: JsonObject | undefined;
}

interface Walk {
  sources: readonly ReadSource[];
  /** The sources around the current value, from the outermost to the innermost. */
  around: readonly ReadSource[];
  isGlobal: boolean;
  referenced: Set<ReadSource>;
}

const entryKeys: ReadonlySet<string> = new Set(["pages", "groups", "root"]);
const specDirectories: Readonly<Record<string, string>> = {
  openapi: "api-reference",
  asyncapi: "api-reference",
  graphql: "graphql-reference",
};
const pathKeys: ReadonlySet<string> = new Set(["href", "icon"]);
/** Settings at the top of a navigation that apply to everything in it. */
const passedOn = ["openapi", "asyncapi", "directory", "public"];
const endpoint = /^(?:(\S+)\s+)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i;

/**
 * The settings of a site with several sources. The project's own docs.json decides about the site. Every
 * `{"sourceRef": …}` in its navigation is replaced by the same list of that source, with the paths of the site. A
 * source that the navigation doesn't mention becomes a product.
 */
export function composeSettings(own: JsonObject, sources: readonly ReadSource[]): JsonObject {
  const walk: Walk = { sources, around: [], isGlobal: false, referenced: new Set() };
  const navigation = place(own.navigation ?? null, "navigation", walk);
  const isListed = ({ path }: ReadSource) => listsPageOf(navigation, path);
  const others = sources.filter(
    (source) => source.settings !== undefined && !walk.referenced.has(source) && !isListed(source),
  );
  const variables = [...sources.map(({ settings }) => settings).toReversed(), own].map((each) => each?.variables);
  const merged = variables.some((each) => each !== undefined)
    ? Object.assign({}, ...variables.filter(isJsonObject))
    : {};
  return {
    ...own,
    navigation: others.length === 0 ? navigation : withProducts(own, navigation, others, walk),
    ...(Object.keys(merged).length > 0 && { variables: merged }),
  };
}

function withProducts(own: JsonObject, navigation: JsonValue, sources: readonly ReadSource[], walk: Walk): JsonValue {
  if (!isJsonObject(navigation)) return navigation;
  const { global, ...content } = navigation;
  const first = Array.isArray(content.products) ? content.products : [{ product: own.name ?? "Docs", ...content }];
  const added = sources.map((source): JsonObject => {
    const { name, navigation: written, public: isPublic } = source.settings ?? {};
    if (!isJsonObject(written)) throw refuse(source, "has no navigation");
    if (written.products !== undefined) {
      throw refuse(source, "has products, but becomes a product itself", 'place it with "sourceRef" instead');
    }
    const { global: _global, ...rest } = written;
    const product = typeof name === "string" ? name : (source.name ?? source.path);
    const placed = place(rest, "product", { ...walk, around: [source] });
    return { product, ...(isPublic !== undefined && { public: isPublic }), ...(isJsonObject(placed) && placed) };
  });
  return { ...(global !== undefined && { global }), products: [...first, ...added] };
}

function place(value: JsonValue, key: string, walk: Walk): JsonValue {
  if (Array.isArray(value)) return value.flatMap((item) => placeItem(item, key, walk));
  if (isJsonObject(value)) return placeObject(value, key, walk);
  const source = walk.around.at(-1);
  if (typeof value !== "string" || source === undefined) return value;
  if (entryKeys.has(key)) return placeEntry(value, source);
  return pathKeys.has(key) ? placeInRoot(value, source) : value;
}

function placeObject(value: JsonObject, around: string, walk: Walk): JsonObject {
  const source = walk.around.at(-1);
  const readers = namesReaders(value);
  const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => {
    if (key === "groups" && readers) return [key, item];
    if (source !== undefined && specDirectories[key] !== undefined) return [key, placeSpecs(item, key, source)];
    // `icon` may be an object with a name.
    const name = around === "icon" && key === "name" ? "icon" : key;
    return [key, place(item, name, { ...walk, isGlobal: walk.isGlobal || key === "global" })];
  });
  return Object.fromEntries(entries);
}

function placeItem(item: JsonValue, key: string, walk: Walk): JsonValue[] {
  if (!isJsonObject(item) || item.sourceRef === undefined) return [place(item, key, walk)];
  const source = findSource(item.sourceRef, walk);
  if (walk.around.includes(source)) {
    const loop = [...walk.around, source].map(({ path }) => path).join(" → ");
    throw refuse(source, `refers to itself: ${loop}`, 'remove one "sourceRef"');
  }
  walk.referenced.add(source);
  const { items, inherited } = listOf(source, key, walk.isGlobal);
  const placed = items.flatMap((each) =>
    placeItem(isJsonObject(each) ? { ...inherited, ...each } : each, key, {
      ...walk,
      around: [...walk.around, source],
    }),
  );
  return placed;
}

function findSource(reference: JsonValue, { sources }: Walk): ReadSource {
  const name = typeof reference === "string" ? reference.trim().toLowerCase() : "";
  const found = sources.filter(
    (source) => name.replace(/^\/+/, "") === source.path.toLowerCase() || name === source.name?.toLowerCase(),
  );
  const [source, another] = found;
  const known = sources.map((each) => each.name ?? each.path).join(", ");
  if (source === undefined) {
    const hint = "add the repository in the settings of the project, or correct the name";
    const message = `"sourceRef": ${JSON.stringify(reference)} names no source of this project; it has ${known || "none"}`;
    throw new BuildFailure([new BuildProblem(message, { file: "docs.json", hint })]);
  }
  if (another === undefined) return source;
  const message = `"sourceRef": ${JSON.stringify(reference)} names several sources`;
  const hint = `write the path of one of them: "/${source.path}" or "/${another.path}"`;
  throw new BuildFailure([new BuildProblem(message, { file: "docs.json", hint })]);
}

/** The list of a source's navigation. If it has several versions or languages, the list of the default one. */
function listOf(source: ReadSource, key: string, isGlobal: boolean): { items: JsonValue[]; inherited: JsonObject } {
  if (source.settings === undefined) throw refuse(source, "has no docs.json, so its pages can't be listed");
  const { navigation: written, public: isPublic } = source.settings;
  let holder: JsonValue | undefined = isGlobal && isJsonObject(written) ? written.global : written;
  const inherited: JsonObject = isPublic === undefined ? {} : { public: isPublic };
  while (isJsonObject(holder)) {
    for (const name of passedOn) if (holder[name] !== undefined) inherited[name] = holder[name];
    const items: JsonValue | undefined = holder[key];
    if (Array.isArray(items)) return { items, inherited };
    if (key === "menu") {
      const menus = [holder.groups, holder.tabs].flatMap((list) => (Array.isArray(list) ? list : []));
      const found = menus.flatMap((item) => (isJsonObject(item) && Array.isArray(item.menu) ? item.menu : []));
      if (found.length > 0) return { items: found, inherited };
    }
    holder = defaultOf(holder.versions) ?? defaultOf(holder.languages);
  }
  const where = `"${isGlobal ? "global." : ""}${key}"`;
  throw refuse(source, `has no ${where} in its navigation, but a "sourceRef" asks for it`, "use a list that it has");
}

function defaultOf(divisions: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(divisions)) return undefined;
  return divisions.find((each) => isJsonObject(each) && each.default === true) ?? divisions[0];
}

function placeEntry(entry: string, source: ReadSource): string {
  if (endpoint.test(entry)) return placeSpec(entry, source);
  if (/^[a-z][a-z0-9+.-]*:/i.test(entry)) return entry;
  return `${source.path}/${entry.trim().replace(/^\/+/, "")}`;
}

/** The API descriptions of an element, and the folder of their pages. */
function placeSpecs(value: JsonValue, kind: string, source: ReadSource): JsonValue {
  const text = (item: JsonValue) => (typeof item === "string" ? placeSpec(item, source) : item);
  const texts = (items: JsonValue | undefined) => (Array.isArray(items) ? items.map(text) : text(items ?? null));
  const placed = (directory: JsonValue | undefined) => {
    const own = typeof directory === "string" ? directory.replace(/^\/+/, "") : (specDirectories[kind] ?? "");
    source.names.push(own.split("/", 1)[0] ?? "");
    return `${source.path}/${own}`;
  };
  const placeOne = (item: JsonObject): JsonObject => ({
    ...item,
    source: texts(item.source),
    ...(item.overlays !== undefined && { overlays: texts(item.overlays) }),
    directory: placed(item.directory),
  });
  if (isJsonObject(value)) return placeOne(value);
  if (Array.isArray(value) && value.some(isJsonObject)) {
    return value.map((item) => placeOne(isJsonObject(item) ? item : { source: item }));
  }
  return placeOne({ source: value });
}

/** Whether the navigation lists a page of a source by its path on the site. */
function listsPageOf(value: JsonValue, path: string): boolean {
  if (typeof value === "string") return value.replace(/^\/+/, "").startsWith(`${path}/`);
  if (Array.isArray(value)) return value.some((item) => listsPageOf(item, path));
  return isJsonObject(value) && Object.values(value).some((item) => listsPageOf(item, path));
}

function refuse({ path, name }: SiteSource, message: string, hint?: string): BuildFailure {
  const file = `${path}/docs.json`;
  return new BuildFailure([new BuildProblem(`the source ${name ?? path} ${message}`, { file, hint })]);
}

/** The sources that a navigation refers to. */
export function listReferences(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(listReferences))];
  if (!isJsonObject(value)) return [];
  return value.sourceRef === undefined ? listReferences(Object.values(value)) : [String(value.sourceRef)];
}
