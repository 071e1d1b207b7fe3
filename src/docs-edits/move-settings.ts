import { at, isExternalUrl, pageSlug, pageUrl } from "../site/project.ts";
import { indentOf, insertItem, insertMember, lineIndent } from "./json-insert.ts";
import type { KnownSite } from "./known-site.ts";
import type { MovedUrls } from "./move-links.ts";
import type { Moves } from "./move-plan.ts";
import { listNamedPages } from "./navigation-entries.ts";
import { collectSettingEdits, type SettingEdits } from "./setting-edits.ts";
import { writeLink } from "./write-link.ts";

/** Updates the paths of moved pages in docs.json and adds redirects from their old URLs. */
export function collectMoveSettings(site: KnownSite, moves: Moves, moved: MovedUrls): SettingEdits {
  const edits = collectSettingEdits(site);
  for (const { written, slug, place } of listNamedPages(site.navigation)) {
    const to = moved.get(`/${slug}`);
    if (to === undefined) continue;
    const name = /\.mdx?$/.test(written) ? to : pageSlug(to);
    edits.replace(place, written, written.startsWith("/") ? `/${name}` : name, "the page has moved");
  }
  for (const { kind, url, place } of site.report.uses) {
    const to = kind === "link" && !isExternalUrl(url) ? moved.get(pathOf(url)) : undefined;
    if (to !== undefined) edits.replace(place, url, newUrl(url, to), "the page has moved");
  }
  addRedirects(edits, site, moves, moved);
  return edits;
}

/**
 * Adds redirects from the old URLs. Redirects to an old URL are updated, and a redirect that would hide a new URL is
 * reversed.
 */
function addRedirects(edits: SettingEdits, site: KnownSite, moves: Moves, moved: MovedUrls): void {
  const toAdd = new Map([...moves].map(([from, to]) => [pageUrl(from), pageUrl(to)]));
  const froms = new Map([...moves].map(([from, to]) => [pageUrl(to), pageUrl(from)]));
  for (const { source, destination, place } of site.config.redirects ?? []) {
    if (source === undefined || destination === undefined) continue;
    const from = froms.get(withSlash(source));
    const isDone = toAdd.has(withSlash(source));
    const to = from === undefined ? (toAdd.get(withSlash(source)) ?? movedTo(destination, moved)) : withSlash(source);
    if (from !== undefined) {
      edits.replace(at(place, "source"), source, from, "a page is at this address now");
      toAdd.delete(from);
    }
    if (to !== undefined && to !== destination)
      edits.replace(at(place, "destination"), destination, to, "the page has moved");
    if (isDone) toAdd.delete(withSlash(source));
  }
  if (toAdd.size > 0) insertRedirects(edits, site, toAdd);
}

/**
 * Redirects the address of a removed page. Redirects to that page are updated, so that readers are redirected only
 * once.
 */
export function collectRemovalRedirect(site: KnownSite, url: string, target: string): SettingEdits {
  const edits = collectSettingEdits(site);
  let isDone = false;
  for (const { source, destination, place } of site.config.redirects ?? []) {
    if (source === undefined || destination === undefined) continue;
    const isOwn = withSlash(source) === url;
    isDone ||= isOwn;
    if (isOwn || (!isExternalUrl(destination) && pathOf(destination) === url)) {
      edits.replace(at(place, "destination"), destination, target, "the page was removed");
    }
  }
  if (!isDone) insertRedirects(edits, site, new Map([[url, target]]));
  return edits;
}

/** Redirects the old addresses of pages. */
export function collectRedirects(site: KnownSite, redirects: ReadonlyMap<string, string>): SettingEdits {
  const edits = collectSettingEdits(site);
  if (redirects.size > 0) insertRedirects(edits, site, redirects);
  return edits;
}

function movedTo(destination: string, moved: MovedUrls): string | undefined {
  const to = isExternalUrl(destination) ? undefined : moved.get(pathOf(withSlash(destination)));
  return to === undefined ? undefined : newUrl(withSlash(destination), to);
}

const why = "the old URL redirects to the page";

function insertRedirects(edits: SettingEdits, { settings }: KnownSite, rules: ReadonlyMap<string, string>): void {
  const list = settings.findList(["redirects"]);
  const root = settings.open("docs.json");
  if (list !== undefined && settings.mayWrite(list.file)) {
    const source = settings.read(list.file) ?? "";
    const items = list.node.items ?? [];
    const last = items.at(-1);
    if (last !== undefined) {
      const isSpread = source.slice(last.start, last.end).includes("\n");
      const indent = lineIndent(source, last.start);
      for (const rule of rules) {
        const value = isSpread ? spreadRule(rule, indent, indentOf(source)) : flatRule(rule);
        edits.add(list.file, { ...insertItem(source, list.node, items.length - 1, value), why });
      }
      return;
    }
    const { start, end } = list.node;
    edits.add(list.file, { start, end, text: ruleList(rules, lineIndent(source, start), indentOf(source)), why });
  } else if (root !== undefined && list === undefined) {
    const source = settings.read("docs.json") ?? "";
    const step = indentOf(source);
    edits.add("docs.json", { ...insertMember(source, root, "redirects", ruleList(rules, step, step)), why });
  }
}

function ruleList(rules: ReadonlyMap<string, string>, indent: string, step: string): string {
  const values = [...rules].map(flatRule);
  if (step === "") return `[${values.join(", ")}]`;
  return `[\n${values.map((value) => `${indent}${step}${value}`).join(",\n")}\n${indent}]`;
}

function flatRule([source, destination]: readonly [string, string]): string {
  return `{ "source": ${JSON.stringify(source)}, "destination": ${JSON.stringify(destination)} }`;
}

function spreadRule([source, destination]: readonly [string, string], indent: string, step: string): string {
  const members = [`"source": ${JSON.stringify(source)}`, `"destination": ${JSON.stringify(destination)}`];
  return `{\n${members.map((member) => `${indent}${step}${member}`).join(",\n")}\n${indent}}`;
}

function newUrl(url: string, to: string): string {
  return writeLink({ from: "docs.json", written: url }, { url: pageUrl(to), file: to });
}

function pathOf(url: string): string {
  return withSlash(url)
    .replace(/[?#].*$/s, "")
    .replace(/\.mdx?$/, "")
    .replace(/(?<=.)\/$/, "");
}

function withSlash(path: string): string {
  return path.startsWith("/") || isExternalUrl(path) ? path : `/${path}`;
}
