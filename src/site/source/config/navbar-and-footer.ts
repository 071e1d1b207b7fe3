import { isJsonObject, type JsonObject } from "../json-value.ts";
import { expecting, filledList, listOf, mapOf, type Setting, shape } from "./check-shape.ts";
import { type Check, filled, flag, formOf, mapped, oneOf, text, withForm } from "./check-value.ts";
import { at, reportValue } from "./config-report.ts";
import { icon, iconType, withIconType } from "./icon.ts";
import { linkUrl } from "./link-url.ts";
import { didYouMean, nearestWord } from "./nearest-word.ts";
import { themedColor } from "./themed.ts";

const linksMax = 50;
const footerColumnsMax = 4;

const navbarLinkKeys = { label: text, href: linkUrl, icon, iconType };

/** A link of these types is named after its service. */
const needsLabel = ({ type }: JsonObject) => (type === "github" || type === "discord" ? [] : ["label"]);

const navbarLink = mapped(
  expecting(shape({ ...navbarLinkKeys, type: oneOf("github", "discord") }, ["href"]), needsLabel),
  withIconType,
);
const navbarButton = mapped(
  expecting(shape({ ...navbarLinkKeys, type: oneOf("button", "github", "discord") }, ["href"]), (value) => [
    "type",
    ...needsLabel(value),
  ]),
  withIconType,
);

/** Links and one button at the top of every page. */
const navbar = shape({ links: listOf(navbarLink, linksMax), primary: navbarButton });

const footerLink = shape({ label: text, href: linkUrl }, ["label", "href"]);

const services = [
  "x",
  "website",
  "facebook",
  "youtube",
  "discord",
  "slack",
  "github",
  "linkedin",
  "instagram",
  "hacker-news",
  "medium",
  "telegram",
  "twitter",
  "x-twitter",
  "earth-americas",
  "bluesky",
  "threads",
  "reddit",
  "podcast",
];

/** Links to profiles. Other services are shown, too, but have no icon of their own in every tool. */
const socials = withForm<Record<string, string>>({ kind: "map", item: formOf(linkUrl) }, (value, place, report) => {
  const isUnknown = ([key]: [string, unknown]) => !services.includes(key);
  const unknown = isJsonObject(value) ? Object.entries(value).filter(isUnknown) : [];
  for (const [key] of unknown) {
    const hint = didYouMean(nearestWord(key, services)) ?? `known here: ${services.join(", ")}`;
    reportValue(report, at(place, key), "is not a service of the format", hint);
  }
  return mapOf(linkUrl)(value, place, report);
});

const footer = shape({
  socials,
  links: listOf(shape({ header: text, items: filledList(listOf(footerLink, linksMax)) }, ["items"]), footerColumnsMax),
});

/** The bar above everything. Its content is inline Markdown. */
const banner = shape(
  { content: filled(text), dismissible: flag, type: oneOf("info", "warning", "critical"), color: themedColor },
  ["content"],
);

export type NavbarSetting = Setting<typeof navbar>;
export type FooterSetting = Setting<typeof footer>;
export type BannerSetting = Setting<typeof banner>;

/** Settings a language may override. */
export interface NavbarAndFooter {
  navbar?: NavbarSetting;
  footer?: FooterSetting;
  banner?: BannerSetting;
}

export const navbarAndFooter = { navbar, footer, banner } satisfies Record<string, Check<unknown>>;
