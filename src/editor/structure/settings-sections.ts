import type { SettingsSection } from "../../contract/editor-structure-operations.ts";
import { settingForms } from "../../site/reading.ts";

interface Section extends Omit<SettingsSection, "fields"> {
  keys: readonly string[];
}

/** The settings, grouped by topic. The navigation has its own editor. */
const sections: readonly Section[] = [
  {
    id: "general",
    title: "General",
    about: "The name of the site and its theme.",
    keys: ["name", "description", "theme", "public"],
  },
  {
    id: "branding",
    title: "Branding",
    about: "Colors, logo and background.",
    keys: ["colors", "logo", "favicon", "appearance", "background"],
  },
  { id: "typography", title: "Typography", about: "The fonts of headings and text.", keys: ["fonts"] },
  {
    id: "styling",
    title: "Styling",
    about: "Code, icons, link previews and other details.",
    keys: ["styling", "icons", "thumbnails", "interaction"],
  },
  { id: "navbar", title: "Navbar", about: "Links and a button at the top of every page.", keys: ["navbar"] },
  { id: "footer", title: "Footer", about: "Links at the end of every page.", keys: ["footer"] },
  { id: "banner", title: "Banner", about: "A bar at the top of every page.", keys: ["banner"] },
  {
    id: "pages",
    title: "Pages",
    about: "The page menu, feedback, and the 404 page.",
    keys: ["contextual", "feedback", "metadata", "errors"],
  },
  {
    id: "search",
    title: "Search and assistant",
    about: "Search, the assistant and other tools for readers.",
    keys: ["search", "lectern"],
  },
  { id: "api", title: "API pages", about: "Pages made from API descriptions.", keys: ["api"] },
  { id: "redirects", title: "Redirects", about: "Old addresses and where they lead now.", keys: ["redirects"] },
  { id: "variables", title: "Variables", about: "Texts that pages use by name.", keys: ["variables"] },
  { id: "seo", title: "SEO and agents", about: "What search engines and agents see.", keys: ["seo", "markdown"] },
  {
    id: "integrations",
    title: "Integrations",
    about: "Analytics and chat widgets.",
    keys: ["integrations", "customScripts"],
  },
];

export const settingsSections: readonly SettingsSection[] = sections.map(({ keys, ...section }) => ({
  ...section,
  fields: keys.map((key) => ({ key, form: settingForms[key] ?? { kind: "json" } })),
}));

/** Whether a form may change this setting. */
export function isFormSetting(name: string | number | undefined): boolean {
  return sections.some(({ keys }) => keys.some((key) => key === name));
}
