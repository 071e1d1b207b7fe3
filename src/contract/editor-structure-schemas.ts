import Type, { type Static } from "typebox";
import { draftPath } from "./editor-schemas.ts";
import type { FieldForm } from "./field-form.ts";
import { Words } from "./schemas.ts";

const addressLengthMax = 500;
const nameLengthMax = 200;
const titleLengthMax = 200;
const settingDepthMax = 20;
const keyLengthMax = 200;

const address = (description: string) =>
  Type.String({ pattern: "^/navigation(/|$)", maxLength: addressLengthMax, description });
const revision = Type.String({ maxLength: 64, description: "The revision of the settings that you have read." });

export const navigationKinds = [
  "language",
  "version",
  "product",
  "dropdown",
  "anchor",
  "tab",
  "item",
  "group",
  "page",
  "endpoint",
] as const;

export const NavigationKind = Words(navigationKinds, "What it is; `item` is an entry of the menu of a tab.");
export type NavigationKind = Static<typeof NavigationKind>;

export const NavigationNode = Type.Object({
  address: Type.String({ description: "Where docs.json has it: a JSON pointer, valid for this revision." }),
  parent: Type.String({ description: "The address of what it is in; `/navigation` for the outermost ones." }),
  kind: NavigationKind,
  title: Type.String({ description: "The name, or for a page the title that the sidebar shows." }),
  isHidden: Type.Boolean(),
  isExpanded: Type.Boolean(),
  isDefault: Type.Boolean({ description: "Whether a language or version is marked as the default." }),
  isMissing: Type.Boolean({ description: "Whether no file exists for the page." }),
  isGlobal: Type.Boolean({ description: "Whether it is shown on every page." }),
  slug: Type.Optional(Type.String({ description: "The page, or the page that the title of a group opens." })),
  path: Type.Optional(Type.String({ description: "The file of the page." })),
  url: Type.Optional(Type.String({ description: "The address of the page on the site." })),
  href: Type.Optional(Type.String({ description: "Where it leads instead of to pages." })),
  icon: Type.Optional(Type.String()),
  tag: Type.Optional(Type.String()),
  generates: Type.Optional(Type.String({ description: "The API description that its pages come from." })),
  file: Type.String({ description: "The settings file that contains it." }),
  line: Type.Integer({ description: "The line in that file." }),
});
export type NavigationNode = Static<typeof NavigationNode>;

export const UnlistedPage = Type.Object({
  path: Type.String({ description: "The file of the page." }),
  slug: Type.String({ description: "How the navigation would name it." }),
  title: Type.String(),
  isHidden: Type.Boolean(),
});
export type UnlistedPage = Static<typeof UnlistedPage>;

export const SettingsProblem = Type.Object({
  severity: Words(["error", "warning"], "With an error, the site isn't published."),
  setting: Type.String({ description: "The setting, such as `navbar.links[0].href`; empty if it is about the file." }),
  message: Type.String(),
  hint: Type.Optional(Type.String()),
  file: Type.String(),
  line: Type.Optional(Type.Integer()),
});
export type SettingsProblem = Static<typeof SettingsProblem>;

const Splice = Type.Object({
  file: draftPath("The settings file."),
  start: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
  text: Type.String({ maxLength: 1_000_000 }),
});
export type Splice = Static<typeof Splice>;

export const Navigation = Type.Object({
  revision,
  nodes: Type.Array(NavigationNode, { description: "Parents before their children, in the order of the file." }),
  unlisted: Type.Array(UnlistedPage, { description: "Pages that the navigation doesn't list." }),
  problems: Type.Array(SettingsProblem),
  undo: Type.Optional(Type.Array(Splice, { description: "After a change: what takes it back." })),
  address: Type.Optional(Type.String({ description: "After a change: where the changed element is now." })),
});
export type Navigation = Static<typeof Navigation>;

const Value = Type.Unsafe<string | number | boolean | null>({ type: ["string", "number", "boolean", "null"] });

const NavigationEdit = Type.Union([
  Type.Object({
    kind: Type.Literal("move"),
    address: address("What is moved."),
    parent: address("What it goes into."),
    before: Type.Optional(address("What comes after it; without it, it goes to the end.")),
  }),
  Type.Object({
    kind: Type.Literal("add"),
    what: NavigationKind,
    name: Type.String({ minLength: 1, maxLength: nameLengthMax, description: "Its name, or the page." }),
    parent: address("What it goes into."),
    before: Type.Optional(address("What comes after it; without it, it goes to the end.")),
  }),
  Type.Object({
    kind: Type.Literal("rename"),
    address: address("What is renamed."),
    name: Type.String({ minLength: 1, maxLength: nameLengthMax }),
  }),
  Type.Object({ kind: Type.Literal("remove"), address: address("What leaves the navigation; files stay.") }),
  Type.Object({
    kind: Type.Literal("set"),
    address: address("What is changed."),
    key: Words(
      ["icon", "hidden", "expanded", "tag", "default", "root", "href", "description", "directory", "searchable"],
      "The option.",
    ),
    value: Value,
  }),
]);
export type NavigationEdit = Static<typeof NavigationEdit>;

const splicesMax = 60;

export const NavigationChange = Type.Object({
  revision,
  edit: Type.Optional(NavigationEdit),
  undo: Type.Optional(Type.Array(Splice, { maxItems: splicesMax, description: "Instead of an edit." })),
});

export const SettingsSection = Type.Object({
  id: Type.String(),
  title: Type.String(),
  about: Type.String(),
  fields: Type.Array(
    Type.Object({
      key: Type.String({ description: "The setting at the top of docs.json." }),
      form: Type.Unsafe<FieldForm>({ type: "object", additionalProperties: true }),
    }),
  ),
});
export type SettingsSection = Static<typeof SettingsSection>;

export const Settings = Type.Object({
  revision,
  sections: Type.Array(SettingsSection),
  descriptions: Type.Unsafe<Record<string, string>>({
    type: "object",
    additionalProperties: { type: "string" },
    description: "What each setting means, by its path, such as `navbar.links[].href`.",
  }),
  values: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
  changed: Type.Array(Type.String(), { description: "Settings that the draft changes, such as `colors.primary`." }),
  problems: Type.Array(SettingsProblem),
});
export type Settings = Static<typeof Settings>;

export const SettingChange = Type.Object({
  revision,
  path: Type.Array(Type.Unsafe<string | number>({ type: ["string", "integer"], maxLength: keyLengthMax, minimum: 0 }), {
    minItems: 1,
    maxItems: settingDepthMax,
    description: "The keys from the top of docs.json to the setting.",
  }),
  value: Type.Optional(Type.Unsafe<unknown>({ description: "The new value; without it, the setting is removed." })),
});

export const NewPage = Type.Object({
  path: Type.Optional(draftPath("Where the page goes; by default next to the other pages of its group.")),
  title: Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: "\\S" }),
  parent: Type.Optional(address("The group or tab that lists it; without it, the navigation doesn't.")),
  before: Type.Optional(address("What comes after it there.")),
});

export const PageName = Type.Object({ path: draftPath("The file of the page.") });

export const PageCopy = Type.Object({
  path: draftPath("The file of the page."),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: "\\S" })),
});

export const PageMove = Type.Object({
  from: draftPath("The file of the page, or a folder."),
  to: draftPath("Where it goes."),
});

export const PageRemoval = Type.Object({
  path: draftPath("The file of the page."),
  redirect: Type.Optional(Type.String({ maxLength: 1_000, description: "Where readers of its address are sent." })),
});

export const ChangedPage = Type.Object({
  path: Type.String({ description: "The file of the page." }),
  url: Type.String({ description: "Its address on the site." }),
});

export const MovePlan = Type.Object({
  moves: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), url: Type.String() })),
  redirects: Type.Array(Type.Object({ source: Type.String(), destination: Type.String() })),
  links: Type.Integer({ description: "How many links are repaired." }),
  pages: Type.Array(Type.String(), { description: "The files with these links." }),
  skipped: Type.Array(Type.Object({ path: Type.String(), why: Type.String() }), {
    description: "Files that can't be read, so their links stay as they are.",
  }),
});
export type MovePlan = Static<typeof MovePlan>;

export const RemovalPlan = Type.Object({
  url: Type.String({ description: "The address that stops working." }),
  links: Type.Array(Type.Object({ path: Type.String(), line: Type.Integer() }), {
    description: "Links to the page, which will be broken without a redirect.",
  }),
  isListed: Type.Boolean({ description: "Whether it leaves the navigation too." }),
});
export type RemovalPlan = Static<typeof RemovalPlan>;

export const FrontmatterChange = Type.Object({
  path: draftPath("The file of the page."),
  key: Words(["title", "sidebarTitle", "hidden", "icon", "tag"], "The key of the frontmatter."),
  value: Value,
});
