import Type, { type Static } from "typebox";
import { Words } from "./schemas.ts";

const PropType = Words(
  ["string", "number", "boolean", "enum", "expression", "icon", "page"],
  "`expression`: a list or an object. `icon`: the name of an icon. `page`: an address.",
);

const CatalogProp = Type.Object({
  name: Type.String(),
  type: PropType,
  options: Type.Optional(Type.Array(Type.String(), { description: "The words that an `enum` can be." })),
  isRequired: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.String({ description: "What applies without the prop." })),
  description: Type.Optional(Type.String()),
});
export type CatalogProp = Static<typeof CatalogProp>;

const CatalogComponent = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  isInline: Type.Optional(Type.Boolean({ description: "Whether it is part of a line of text." })),
  props: Type.Array(CatalogProp),
  needsOneOf: Type.Optional(Type.Array(Type.String(), { description: "One of these props must be set." })),
  children: Type.Unsafe<"blocks" | "text" | "none" | string[]>({
    anyOf: [
      { type: "string", enum: ["blocks", "text", "none"] },
      { type: "array", items: { type: "string" } },
    ],
    description: "What is between its tags; names are the only components that belong there.",
  }),
});
export type CatalogComponent = Static<typeof CatalogComponent>;

const FactPage = Type.Object({
  path: Type.String({ description: "The file, relative to the content directory." }),
  title: Type.String(),
  url: Type.String({ description: "Its address on the site, as links write it." }),
});

const FactSnippet = Type.Object({
  path: Type.String({ description: "The file, relative to the content directory." }),
  exports: Type.Array(Type.String(), { description: "The names that it exports, such as components." }),
});

export const EditorFacts = Type.Object({
  components: Type.Array(CatalogComponent, { description: "Every component that the build knows." }),
  pages: Type.Array(FactPage),
  snippets: Type.Array(FactSnippet),
  media: Type.Array(Type.String(), { description: "Paths of images and other media." }),
  variables: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: "Variables of `docs.json`.",
  }),
  frontmatter: Type.Array(CatalogProp, { description: "Every key of the frontmatter that the build knows." }),
  languages: Type.Array(Type.String(), { description: "The languages of code blocks." }),
  iconLibrary: Words(["fontawesome", "lucide", "tabler"], "The library of the project's icons."),
  isCut: Type.Boolean({ description: "Whether the project has more pages, snippets or media than are listed." }),
});
export type EditorFacts = Static<typeof EditorFacts>;

export const PageAnchors = Type.Object({
  anchors: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      level: Type.Integer({ description: "The level of the heading; 3 for components." }),
    }),
  ),
});
export type PageAnchor = Static<typeof PageAnchors>["anchors"][number];

export const FoundIcons = Type.Object({ names: Type.Array(Type.String(), { description: "The best matches first." }) });
