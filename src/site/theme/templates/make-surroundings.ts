import { hash } from "node:crypto";
import type {
  BannerSetting,
  FooterSetting,
  NavbarAndFooter,
  NavbarSetting,
} from "../../source/config/navbar-and-footer.ts";
import type { IconSheet } from "./icon-sheet.ts";
import type { Banner, FrameLink, Surroundings } from "./site-frame.ts";

/** The navbar, banner and footer of a site. */
export function makeSurroundings(
  { navbar = {}, footer = {}, banner }: NavbarAndFooter,
  icons: IconSheet,
): Surroundings {
  return {
    navbar: makeNavbar(navbar, icons),
    banner: banner === undefined ? undefined : makeBanner(banner),
    footer: makeFooter(footer, icons),
  };
}

/** Only the parts that a language overrides. */
export function makeLanguageSurroundings(
  { navbar, footer, banner }: NavbarAndFooter = {},
  icons: IconSheet,
): Partial<Surroundings> {
  return {
    ...(navbar !== undefined && { navbar: makeNavbar(navbar, icons) }),
    ...(banner !== undefined && { banner: makeBanner(banner) }),
    ...(footer !== undefined && { footer: makeFooter(footer, icons) }),
  };
}

function makeNavbar({ links = [], primary }: NavbarSetting, icons: IconSheet): Surroundings["navbar"] {
  return {
    links: links.map((link) => navbarLink(link, icons)),
    button: primary === undefined ? undefined : navbarLink(primary, icons),
  };
}

type NavbarLink = NonNullable<NavbarSetting["primary"]>;

const typeNames = { github: "GitHub", discord: "Discord" };

/** A link without a label is named after its type, icon or host. */
function navbarLink({ label, href, type = "button", icon }: NavbarLink, icons: IconSheet): FrameLink {
  const typeName = type === "button" ? undefined : typeNames[type];
  const named = type === "button" ? icon : { name: type, library: "fontawesome" as const };
  return {
    label: label || typeName || (icon && platformName(icon.name)) || URL.parse(href)?.hostname || href,
    href,
    icon: icons.iconFor(named),
    isIconOnly: !label,
  };
}

function makeFooter({ links = [], socials = {} }: FooterSetting, icons: IconSheet): Surroundings["footer"] {
  return {
    columns: links.map(({ header, items }) => ({ header: header ?? "", links: items })),
    socials: Object.entries(socials).map(([platform, href]) => socialLink(platform, href, icons)),
  };
}

/** Platforms whose name isn't their capitalized key, or whose icon has another name. */
const platforms: Record<string, { name: string; icon?: string }> = {
  x: { name: "X", icon: "x-twitter" },
  "x-twitter": { name: "X" },
  website: { name: "Website", icon: "globe" },
  "earth-americas": { name: "Website" },
  github: { name: "GitHub" },
  linkedin: { name: "LinkedIn" },
  youtube: { name: "YouTube" },
  "hacker-news": { name: "Hacker News" },
};

function socialLink(platform: string, href: string, icons: IconSheet): FrameLink {
  const name = (Object.hasOwn(platforms, platform) ? platforms[platform]?.icon : undefined) ?? platform;
  const icon =
    icons.iconFor({ name, library: "fontawesome" }) ?? icons.iconFor({ name: "link", library: "fontawesome" });
  return { label: platformName(platform), href, icon, isIconOnly: true };
}

function platformName(platform: string): string {
  const known = Object.hasOwn(platforms, platform) ? platforms[platform]?.name : undefined;
  return known ?? platform.charAt(0).toUpperCase() + platform.slice(1).replaceAll("-", " ");
}

const markDigits = 8;

function makeBanner({ content, type, dismissible, color }: BannerSetting): Banner {
  const mark = shortHash([content, color ?? {}]);
  const colorClass = color && `banner-${shortHash(color)}`;
  return { content, kind: type ?? "info", isDismissible: dismissible === true, mark, color, colorClass };
}

function shortHash(value: unknown): string {
  return hash("sha256", JSON.stringify(value)).slice(0, markDigits);
}
