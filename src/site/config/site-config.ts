import type { JsonValue } from "../project/json-value.ts";
import { anything, type Check, either, flag, hexColor, listOf, mapOf, oneOf, shape, text } from "./check-value.ts";

const linksMax = 50;
const footerColumnsMax = 4;
const redirectsMax = 20_000;

const isText = (value: JsonValue) => typeof value === "string";

const colors = shape({ primary: hexColor, light: hexColor, dark: hexColor });
const themedFile = either(isText, text, shape({ light: text, dark: text, href: text }));

const navbarLink = shape({
  label: text,
  href: text,
  icon: anything,
  iconType: text,
  type: oneOf("github", "discord", "button", "link"),
});
const navbar = shape({
  links: listOf(navbarLink, linksMax),
  primary: shape({ type: oneOf("button", "github", "discord"), label: text, href: text, icon: anything }),
});

const footerLink = shape({ label: text, href: text });
const footer = shape({
  socials: mapOf(text),
  links: listOf(shape({ header: text, items: listOf(footerLink, linksMax) }), footerColumnsMax),
});

const banner = shape({
  content: text,
  dismissible: flag,
  type: oneOf("info", "warning", "critical"),
  color: anything,
});

const redirect = shape({ source: text, destination: text, permanent: flag });

/** Every setting of docs.json. Those with `anything` are accepted and come to life with the part that uses them. */
const settings = {
  $schema: anything,
  theme: oneOf("mint", "maple", "palm", "willow", "linden", "almond", "aspen", "sequoia", "luma"),
  name: text,
  description: text,
  colors,
  logo: themedFile,
  favicon: themedFile,
  appearance: shape({ default: oneOf("system", "light", "dark"), strict: flag, layout: anything }),
  navigation: anything,
  navbar,
  footer,
  banner,
  redirects: listOf(redirect, redirectsMax),
  errors: shape({ "404": shape({ redirect: flag, title: text, description: text }) }),
  seo: shape({ indexing: oneOf("navigable", "all"), metatags: anything, organization: anything, trailingSlash: flag }),
  metadata: shape({ timestamp: flag }),
  search: shape({ prompt: text }),
  styling: shape({ eyebrows: oneOf("section", "breadcrumbs"), latex: flag, codeblocks: anything }),
  fonts: anything,
  icons: anything,
  background: anything,
  thumbnails: anything,
  interaction: anything,
  contextual: anything,
  variables: anything,
  api: anything,
  markdown: anything,
  integrations: anything,
} satisfies Record<string, Check<unknown>>;

export const checkSettings = shape(settings);

type CheckedSettings = NonNullable<ReturnType<typeof checkSettings>>;

/** docs.json after its checks: the required settings are there, the optional ones are right or absent. */
export interface SiteConfig extends Omit<CheckedSettings, "name" | "colors" | "navigation"> {
  name: string;
  colors: { primary: string; light?: string; dark?: string };
}
