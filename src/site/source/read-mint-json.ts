import { isExternalUrl } from "../shared/html/safe-url.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";
import { normalizeSlug } from "./page-url.ts";

type Given = JsonValue | undefined;

/** Converts mint.json, the older settings file of the format, to the settings of docs.json. */
export function readMintJson(mint: JsonObject): JsonObject {
  const { name, favicon, logo, redirects, search, feedback, openapi, asyncapi, analytics, metadata } = mint;
  const [api, colors, background] = [objectOf(mint.api), objectOf(mint.colors), objectOf(mint.background)];
  const [playground, mode, services] = [
    objectOf(api.playground),
    objectOf(mint.modeToggle),
    objectOf(mint.integrations),
  ];
  const { primary, light, dark } = colors;
  const [codeBlock, eyebrow] = [objectOf(mint.codeBlock).mode, objectOf(mint.eyebrow).display];
  const settings = {
    theme: layouts.get(mint.layout) ?? themes.get(mint.theme) ?? "mint",
    name,
    colors: { primary: primary ?? "#16A34A", light, dark },
    favicon,
    logo,
    navigation: readNavigation(mint),
    navbar: {
      links: objectsOf(mint.topbarLinks).map(({ name: label, url, type }) => ({ label: label ?? type, href: url })),
      primary: readButton(mint.topbarCtaButton),
    },
    footer: { socials: readSocials(mint), links: readFooterLinks(mint) },
    appearance: { default: mode.default, strict: mode.isHidden },
    background: { image: mint.backgroundImage, decoration: background.style, color: colors.background },
    styling: {
      eyebrows: eyebrow === undefined || eyebrow === "breadcrumbs" ? eyebrow : "section",
      codeblocks: codeBlock === undefined || codeBlock === "dark" ? codeBlock : "system",
    },
    fonts: readFonts(mint.font),
    api: {
      openapi,
      asyncapi,
      playground: {
        display: displays.get(playground.mode) ?? playground.mode,
        proxy: typeof playground.disableProxy === "boolean" ? !playground.disableProxy : undefined,
      },
      params: { expanded: objectOf(api.paramFields).expanded },
      examples: { languages: objectOf(objectOf(api.request).example).languages },
      mdx: { server: api.baseUrl, auth: api.auth },
    },
    search,
    feedback,
    seo: { metatags: metadata, indexing: objectOf(mint.seo).indexHiddenPages === true ? "all" : undefined },
    integrations: {
      ...objectOf(analytics ?? null),
      intercom: services.intercom && { appId: services.intercom },
      frontchat: services.frontchat && { snippetId: services.frontchat },
    },
    redirects,
  };
  return withoutEmpty(settings);
}

const themes = new Map<Given, string>([
  ["venus", "palm"],
  ["quill", "willow"],
]);
const layouts = new Map<Given, string>([
  ["sidenav", "maple"],
  ["solidSidenav", "willow"],
]);
const displays = new Map<Given, string>([
  ["show", "interactive"],
  ["hide", "none"],
]);

function readButton(button: Given) {
  const { name, url, type } = objectOf(button);
  if (url === undefined) return undefined;
  return type === "github" ? { type, href: url } : { type: "button", label: name, href: url };
}

function readSocials({ footer, footerSocials }: JsonObject): Given {
  const socials = objectOf(footer).socials ?? footerSocials;
  if (!Array.isArray(socials)) return socials;
  return Object.fromEntries(objectsOf(socials).map(({ type, url }) => [String(type), url ?? null]));
}

function readFooterLinks({ footer }: JsonObject) {
  return objectsOf(objectOf(footer).links).map(({ title, links }) => ({
    header: title,
    items: objectsOf(links).map(({ label, url }) => ({ label, href: url })),
  }));
}

function readFonts(font: Given) {
  const fonts = objectOf(font);
  const details = ({ url, ...rest }: JsonObject) => ({ ...rest, source: url });
  if (fonts.family !== undefined) return details(fonts);
  return { heading: details(objectOf(fonts.headings)), body: details(objectOf(fonts.body)) };
}

/** Groups apply to all versions or to one of them; tabs and anchors claim the pages of a folder. */
function readNavigation(mint: JsonObject) {
  const versions = Array.isArray(mint.versions) ? mint.versions.map(versionOf) : [];
  const links = { anchors: objectsOf(mint.anchors).filter(isLink).map(elementOf("anchor")) };
  if (versions.length === 0) return { ...divide(mint, undefined), global: links };
  const isLanguages = versions.every(({ locale }) => locale !== undefined);
  const divisions = versions.map(({ name, locale, url, default: isDefault }) => ({
    ...(isLanguages ? { language: locale } : { version: name }),
    default: isDefault,
    ...(url === undefined ? divide(mint, name) : { href: url }),
  }));
  return { [isLanguages ? "languages" : "versions"]: divisions, global: links };
}

function versionOf(version: JsonValue): JsonObject {
  return isJsonObject(version) ? version : { name: version };
}

/** The tabs of a version with their anchors. Pages that no tab claims are in the first tab. */
function divide(mint: JsonObject, version: Given) {
  const isHere = (element: JsonObject) =>
    version === undefined || element.version === undefined || element.version === version;
  const groups = objectsOf(mint.navigation).filter(isHere);
  const anchors = objectsOf(mint.anchors).filter((anchor) => isHere(anchor) && !isLink(anchor));
  const tabs = objectsOf(mint.tabs).filter(isHere);
  const claimed = claim(
    groups,
    tabs.filter((tab) => !isLink(tab)),
  );
  if (tabs.length === 0) return divideAnchors(mint, groups, anchors);
  const first = {
    tab: objectOf(mint.primaryTab).name ?? "Documentation",
    ...divideAnchors(mint, claimed.rest, anchors),
  };
  const others = tabs.map((tab) => ({ ...elementOf("tab")(tab), ...divideAnchors(mint, claimed.of(tab), anchors) }));
  return { tabs: claimed.rest.length === 0 ? others : [first, ...others] };
}

function divideAnchors(mint: JsonObject, groups: JsonObject[], anchors: JsonObject[]) {
  const { rest, of } = claim(groups, anchors);
  const used = anchors.filter((anchor) => of(anchor).length > 0 || (anchor.openapi !== undefined && groups.length > 0));
  if (used.length === 0) return { groups: groups.map(groupOf) };
  const { name = "Documentation", icon = "book-open" } = objectOf(mint.topAnchor);
  const others = used.map((anchor) => ({ ...elementOf("anchor")(anchor), groups: of(anchor).map(groupOf) }));
  return { anchors: rest.length === 0 ? others : [{ anchor: name, icon, groups: rest.map(groupOf) }, ...others] };
}

/** Assigns pages to the element with the longest matching folder. */
function claim(groups: JsonObject[], elements: JsonObject[]) {
  const byLength = elements.toSorted((one, other) => folderOf(other).length - folderOf(one).length);
  const owners = new Map<JsonObject, JsonObject[]>();
  let rest = groups;
  for (const element of byLength) {
    const folder = folderOf(element);
    const isInside = (page: string) => folder !== "" && `${normalizeSlug(page)}/`.startsWith(`${folder}/`);
    owners.set(element, keepPages(rest, isInside));
    rest = keepPages(rest, (page) => !isInside(page));
  }
  return { rest, of: (element: JsonObject) => owners.get(element) ?? [] };
}

/** The groups with only some of their pages, without groups that would be empty. */
function keepPages(groups: JsonObject[], isKept: (page: string) => boolean): JsonObject[] {
  return groups.flatMap((group) => {
    const pages = (Array.isArray(group.pages) ? group.pages : []).flatMap((page): JsonValue[] =>
      isJsonObject(page) ? keepPages([page], isKept) : isKept(String(page)) ? [page] : [],
    );
    return pages.length === 0 ? [] : [{ ...group, pages }];
  });
}

function groupOf({ version: _version, pages, ...group }: JsonObject): JsonObject {
  const entries = (Array.isArray(pages) ? pages : []).map((page) => (isJsonObject(page) ? groupOf(page) : page));
  return { ...group, pages: entries };
}

function elementOf(key: "tab" | "anchor") {
  return (element: JsonObject) => {
    const { name, url, icon, iconType, color, isDefaultHidden, openapi } = element;
    return {
      [key]: name,
      icon,
      iconType,
      color:
        typeof color === "string"
          ? { light: color, dark: color }
          : objectOf(color).from && { light: objectOf(color).from },
      hidden: isDefaultHidden,
      ...(isLink(element) ? { href: url } : {}),
      openapi: openapi && { source: openapi, directory: folderOf(element) },
    };
  };
}

function folderOf({ url }: JsonObject): string {
  return typeof url === "string" ? normalizeSlug(url) : "";
}

function isLink({ url }: JsonObject): boolean {
  return typeof url === "string" && isExternalUrl(url);
}

function objectOf(value: Given): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectsOf(value: Given): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Without keys that mint.json doesn't set. */
function withoutEmpty(settings: object): JsonObject {
  return JSON.parse(JSON.stringify(settings), (_key, value: JsonValue) => {
    // Filtering skips the gaps that empty items leave in a list.
    const kept = Array.isArray(value) ? value.filter(() => true) : value;
    const isEmpty = typeof kept === "object" && kept !== null && Object.keys(kept).length === 0;
    return isEmpty ? undefined : kept;
  }) as JsonObject;
}
