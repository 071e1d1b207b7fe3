import Type, { type Static } from "typebox";
import { draft, get } from "./define-operation.ts";
import { draftPath } from "./editor-schemas.ts";
import { Words } from "./schemas.ts";

/** `expression`: a list or an object. `icon`: the name of an icon. `page`: an address. */
const PropType = Words(["string", "number", "boolean", "enum", "expression", "icon", "page"]);

const CatalogProp = Type.Object({
  name: Type.String(),
  type: PropType,
  /** The values that an `enum` accepts. */
  options: Type.Optional(Type.Array(Type.String())),
  isRequired: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
});
export type CatalogProp = Static<typeof CatalogProp>;

const CatalogComponent = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  isInline: Type.Optional(Type.Boolean()),
  props: Type.Array(CatalogProp),
  needsOneOf: Type.Optional(Type.Array(Type.String())),
  children: Type.Unsafe<"blocks" | "text" | "none" | string[]>({
    anyOf: [
      { type: "string", enum: ["blocks", "text", "none"] },
      { type: "array", items: { type: "string" } },
    ],
  }),
});
export type CatalogComponent = Static<typeof CatalogComponent>;

const FactPage = Type.Object({ path: Type.String(), title: Type.String(), url: Type.String() });

const FactSnippet = Type.Object({ path: Type.String(), exports: Type.Array(Type.String()) });

export const EditorFacts = Type.Object({
  components: Type.Array(CatalogComponent),
  pages: Type.Array(FactPage),
  snippets: Type.Array(FactSnippet),
  media: Type.Array(Type.String()),
  /** Variables of `docs.json`. */
  variables: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  frontmatter: Type.Array(CatalogProp),
  languages: Type.Array(Type.String()),
  iconLibrary: Words(["fontawesome", "lucide", "tabler"]),
  isCut: Type.Boolean(),
});
export type EditorFacts = Static<typeof EditorFacts>;

const PageAnchors = Type.Object({
  anchors: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), level: Type.Integer() })),
});
export type PageAnchor = Static<typeof PageAnchors>["anchors"][number];

const iconTextLengthMax = 60;

/** Completions in the editor: components, pages, anchors, snippets and icons. */
export const editorFactOperations = {
  readEditorFacts: get("viewer", `${draft}/facts`, { reply: EditorFacts }),
  readAnchors: get("viewer", `${draft}/anchors`, { query: Type.Object({ path: draftPath }), reply: PageAnchors }),
  findIcons: get("viewer", `${draft}/icons`, {
    query: Type.Object({ text: Type.String({ maxLength: iconTextLengthMax }) }),
    reply: Type.Object({ names: Type.Array(Type.String()) }),
  }),
};
