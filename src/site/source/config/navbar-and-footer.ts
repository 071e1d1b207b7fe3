import { listOf, mapOf, type Setting, shape } from "./check-shape.ts";
import { type Check, flag, mapped, oneOf, text } from "./check-value.ts";
import { icon, iconType, withIconType } from "./icon.ts";
import { linkUrl } from "./link-url.ts";
import { themedColor } from "./themed.ts";

const linksMax = 50;
const footerColumnsMax = 4;

const navbarLinkKeys = { label: text, href: linkUrl, icon, iconType };

const navbarLink = mapped(shape({ ...navbarLinkKeys, type: oneOf("github", "discord") }, ["href"]), withIconType);
const navbarButton = mapped(
  shape({ ...navbarLinkKeys, type: oneOf("button", "github", "discord") }, ["href"]),
  withIconType,
);

/** Links and one button at the top of every page. */
const navbar = shape({ links: listOf(navbarLink, linksMax), primary: navbarButton });

const footerLink = shape({ label: text, href: linkUrl }, ["label", "href"]);

const footer = shape({
  socials: mapOf(linkUrl),
  links: listOf(shape({ header: text, items: listOf(footerLink, linksMax) }, ["items"]), footerColumnsMax),
});

/** The bar above everything. Its content is inline Markdown. */
const banner = shape(
  { content: text, dismissible: flag, type: oneOf("info", "warning", "critical"), color: themedColor },
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
