import type { IRawTheme } from "vscode-textmate";

/** The highlight.js scopes with a color in the stylesheet, and the TextMate scopes they correspond to. */
const table = `
  comment: comment
  quote: markup.quote
  string: string markup.raw markup.inline.raw
  regexp: string.regexp
  char.escape: constant.character.escape constant.other.placeholder
  number: constant.numeric
  symbol: constant.other constant.character
  literal: constant.language support.constant
  keyword: keyword storage entity.name.tag
  operator: keyword.operator
  title.function: entity.name.function support.function meta.function-call.generic
  title.class: entity.name.type entity.name.class entity.name.namespace entity.other.inherited-class
  type: support.type support.class storage.type.primitive storage.type.built-in
  attr: entity.other.attribute-name support.type.property-name meta.object-literal.key entity.name.label
  property: variable.other.property variable.other.member variable.other.object.property
  variable.language: variable.language
  variable.constant: variable.other.constant
  variable: variable punctuation.definition.variable
  meta: meta.preprocessor keyword.control.directive entity.name.function.preprocessor meta.annotation
  section: markup.heading entity.name.section
  strong: markup.bold
  emphasis: markup.italic
  link: markup.underline.link string.other.link
  bullet: punctuation.definition.list markup.list.bullet
  addition: markup.inserted
  deletion: markup.deleted
`;

/** Code embedded in a string isn't colored as part of the string. */
const plainScopes = ["meta.embedded", "meta.template.expression", "meta.interpolation", "source.embedded"];

const rows = table
  .trim()
  .split("\n")
  .map((line) => {
    const [name = "", scopes = ""] = line.trim().split(": ");
    return { name, scopes: scopes.split(" ") };
  });

const plainColor = "#000000";

/** The tokenizer returns a color for each token. These colors are never shown: each one is a number for a scope. */
function colorOf(index: number): string {
  return `#${(index + 1).toString(16).padStart(6, "0").toUpperCase()}`;
}

export const scopeTheme: IRawTheme = {
  settings: [
    { settings: { foreground: plainColor, background: "#FFFFFF" } },
    { scope: plainScopes, settings: { foreground: plainColor } },
    ...rows.map(({ scopes }, index) => ({ scope: scopes, settings: { foreground: colorOf(index) } })),
  ],
};

const namesByColor: ReadonlyMap<string, string> = new Map(rows.map(({ name }, index) => [colorOf(index), name]));

const foregroundOffset = 15;
const foregroundMask = 0b1_1111_1111;

/** The highlight.js scope of a token's color; undefined for plain text. */
export function createScopeReader(colorMap: readonly string[]): (metadata: number) => string | undefined {
  const names = colorMap.map((color) => namesByColor.get(color));
  return (metadata) => names[(metadata >>> foregroundOffset) & foregroundMask];
}
