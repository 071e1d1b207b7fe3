import Type, { type Static } from "typebox";
import { draft, get, post } from "./define-operation.ts";
import { draftPath, navigationKinds, textLengthMax } from "./editor-schemas.ts";
import type { FieldForm } from "./field-form.ts";
import { Words } from "./schemas.ts";

const addressLengthMax = 500;
const nameLengthMax = 200;
const titleLengthMax = 200;
const settingDepthMax = 20;
const keyLengthMax = 200;

const address = Type.String({ pattern: "^/navigation(/|$)", maxLength: addressLengthMax });
const revision = Type.String({ maxLength: 64 });

export const NavigationKind = Words(navigationKinds);
export type NavigationKind = Static<typeof NavigationKind>;

export const NavigationNode = Type.Object({
  address: Type.String(),
  /** The address of the parent; `/navigation` for entries at the top. */
  parent: Type.String(),
  kind: NavigationKind,
  title: Type.String(),
  isHidden: Type.Boolean(),
  isExpanded: Type.Boolean(),
  isDefault: Type.Boolean(),
  isMissing: Type.Boolean(),
  isGlobal: Type.Boolean(),
  slug: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  href: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  tag: Type.Optional(Type.String()),
  generates: Type.Optional(Type.String()),
  file: Type.String(),
  line: Type.Integer(),
});
export type NavigationNode = Static<typeof NavigationNode>;

const UnlistedPage = Type.Object({
  path: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  isHidden: Type.Boolean(),
});

export const SettingsProblem = Type.Object({
  severity: Words(["error", "warning"]),
  /** The setting, such as `navbar.links[0].href`; empty for a problem with the whole file. */
  setting: Type.String(),
  message: Type.String(),
  hint: Type.Optional(Type.String()),
  file: Type.String(),
  line: Type.Optional(Type.Integer()),
});
export type SettingsProblem = Static<typeof SettingsProblem>;

const Splice = Type.Object({
  file: draftPath,
  start: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
  text: Type.String({ maxLength: textLengthMax }),
});
export type Splice = Static<typeof Splice>;

export const Navigation = Type.Object({
  revision,
  nodes: Type.Array(NavigationNode),
  unlisted: Type.Array(UnlistedPage),
  problems: Type.Array(SettingsProblem),
  undo: Type.Optional(Type.Array(Splice)),
  address: Type.Optional(Type.String()),
});
export type Navigation = Static<typeof Navigation>;

const Value = Type.Unsafe<string | number | boolean | null>({ type: ["string", "number", "boolean", "null"] });

const NavigationEdit = Type.Union([
  Type.Object({
    kind: Type.Literal("move"),
    address: address,
    parent: address,
    before: Type.Optional(address),
  }),
  Type.Object({
    kind: Type.Literal("add"),
    what: NavigationKind,
    name: Type.String({ minLength: 1, maxLength: nameLengthMax }),
    parent: address,
    before: Type.Optional(address),
  }),
  Type.Object({
    kind: Type.Literal("rename"),
    address: address,
    name: Type.String({ minLength: 1, maxLength: nameLengthMax }),
  }),
  Type.Object({ kind: Type.Literal("remove"), address: address }),
  Type.Object({
    kind: Type.Literal("set"),
    address: address,
    key: Words([
      "icon",
      "hidden",
      "expanded",
      "tag",
      "default",
      "root",
      "href",
      "description",
      "directory",
      "searchable",
    ]),
    value: Value,
  }),
]);
export type NavigationEdit = Static<typeof NavigationEdit>;

const splicesMax = 60;

const NavigationChange = Type.Object({
  revision,
  edit: Type.Optional(NavigationEdit),
  undo: Type.Optional(Type.Array(Splice, { maxItems: splicesMax })),
});

export const SettingsSection = Type.Object({
  id: Type.String(),
  title: Type.String(),
  about: Type.String(),
  fields: Type.Array(
    Type.Object({
      key: Type.String(),
      form: Type.Unsafe<FieldForm>({ type: "object", additionalProperties: true }),
    }),
  ),
});
export type SettingsSection = Static<typeof SettingsSection>;

export const Settings = Type.Object({
  revision,
  sections: Type.Array(SettingsSection),
  /** The meaning of each setting, by its path, such as `navbar.links[].href`. */
  descriptions: Type.Unsafe<Record<string, string>>({
    type: "object",
    additionalProperties: { type: "string" },
  }),
  values: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
  /** Settings that the draft changes, such as `colors.primary`. */
  changed: Type.Array(Type.String()),
  problems: Type.Array(SettingsProblem),
});
export type Settings = Static<typeof Settings>;

const SettingChange = Type.Object({
  revision,
  path: Type.Array(Type.Unsafe<string | number>({ type: ["string", "integer"], maxLength: keyLengthMax, minimum: 0 }), {
    minItems: 1,
    maxItems: settingDepthMax,
  }),
  value: Type.Optional(Type.Unsafe<unknown>({})),
});

const NewPage = Type.Object({
  path: Type.Optional(draftPath),
  title: Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: "\\S" }),
  parent: Type.Optional(address),
  before: Type.Optional(address),
});

const PageCopy = Type.Object({
  path: draftPath,
  title: Type.Optional(Type.String({ minLength: 1, maxLength: titleLengthMax, pattern: "\\S" })),
});

const PageMove = Type.Object({ from: draftPath, to: draftPath });

const PageRemoval = Type.Object({
  path: draftPath,
  redirect: Type.Optional(Type.String({ maxLength: 1_000 })),
});

const ChangedPage = Type.Object({ path: Type.String(), url: Type.String() });

const skipped = Type.Array(Type.Object({ path: Type.String(), why: Type.String() }));

export const MovePlan = Type.Object({
  moves: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), url: Type.String() })),
  redirects: Type.Array(Type.Object({ source: Type.String(), destination: Type.String() })),
  links: Type.Integer(),
  pages: Type.Array(Type.String()),
  skipped,
});
export type MovePlan = Static<typeof MovePlan>;

export const RemovalPlan = Type.Object({
  url: Type.String(),
  links: Type.Array(Type.Object({ path: Type.String(), line: Type.Integer() })),
  isListed: Type.Boolean(),
  skipped,
});
export type RemovalPlan = Static<typeof RemovalPlan>;

const FrontmatterChange = Type.Object({
  path: draftPath,
  key: Words(["title", "sidebarTitle", "hidden", "icon", "tag"]),
  value: Value,
});

/** Pages, navigation and settings of a draft. */
export const editorStructureOperations = {
  readNavigation: get("viewer", `${draft}/navigation`, { reply: Navigation }),
  changeNavigation: post("editor", `${draft}/navigation`, {
    body: NavigationChange,
    reply: Navigation,
    hasStates: true,
  }),
  readSettings: get("viewer", `${draft}/settings`, { reply: Settings }),
  changeSettings: post("editor", `${draft}/settings`, { body: SettingChange, reply: Settings, hasStates: true }),
  createPage: post("editor", `${draft}/pages`, { body: NewPage, created: ChangedPage, hasStates: true }),
  duplicatePage: post("editor", `${draft}/pages/duplicate`, { body: PageCopy, created: ChangedPage, hasStates: true }),
  planPageMove: get("viewer", `${draft}/pages/move`, { query: PageMove, reply: MovePlan }),
  movePage: post("editor", `${draft}/pages/move`, { body: PageMove, reply: MovePlan, hasStates: true }),
  planPageRemoval: get("viewer", `${draft}/pages/remove`, {
    query: Type.Object({ path: draftPath }),
    reply: RemovalPlan,
  }),
  removePage: post("editor", `${draft}/pages/remove`, { body: PageRemoval, reply: RemovalPlan, hasStates: true }),
  changeFrontmatter: post("editor", `${draft}/pages/frontmatter`, {
    body: FrontmatterChange,
    reply: ChangedPage,
    hasStates: true,
  }),
};
