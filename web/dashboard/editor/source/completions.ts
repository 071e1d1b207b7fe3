import type {
  CatalogComponent,
  CatalogProp,
  EditorFacts,
  PageAnchor,
} from "../../../../src/contract/editor-fact-operations.ts";
import { findComponent } from "../catalog.ts";
import { type CompletionContext, contextAt } from "./completion-context.ts";

/** The data for completions. Long lists are fetched on demand. */
export interface CompletionData extends EditorFacts {
  findIcons(text: string): Promise<readonly string[]>;
  /** Fetches the anchors of a page, by the path of its file. */
  readAnchors(path: string): Promise<readonly PageAnchor[]>;
}

/** A completion option. */
export interface Choice {
  label: string;
  kind:
    | "component"
    | "prop"
    | "value"
    | "page"
    | "anchor"
    | "media"
    | "snippet"
    | "icon"
    | "key"
    | "language"
    | "variable";
  detail?: string | undefined;
  info?: string | undefined;
  /** The inserted text if it differs from the label, with `${…}` for the places to fill in. */
  template?: string | undefined;
  /** Options with a higher number come first. */
  boost?: number;
}

interface Choices {
  from: number;
  choices: readonly Choice[];
}

/** The completions at an offset of a page; undefined where nothing can be completed. */
export async function completionsAt(
  text: string,
  offset: number,
  facts: CompletionData,
  path: string,
): Promise<Choices | undefined> {
  const context = contextAt(text, offset);
  if (context === undefined) return undefined;
  const typed = text.slice(context.from, offset);
  const choices = await choicesIn(context, typed, { facts, path, text });
  if (choices.length === 0) return undefined;
  // After `#`, only the anchor is replaced.
  const hash = (context.kind === "link" || context.kind === "value") && choices[0]?.kind === "anchor";
  return { from: hash ? context.from + typed.indexOf("#") + 1 : context.from, choices };
}

interface Surroundings {
  facts: CompletionData;
  path: string;
  text: string;
}

async function choicesIn(context: CompletionContext, typed: string, around: Surroundings): Promise<readonly Choice[]> {
  const { facts } = around;
  switch (context.kind) {
    case "key":
      return facts.frontmatter.map(({ name, description }) => ({
        label: name,
        kind: "key",
        info: description,
        template: `${name}: `,
      }));
    case "keyValue":
      return valueChoices(
        facts.frontmatter.find(({ name }) => name === context.key),
        typed,
        around,
      );
    case "language":
      return facts.languages.map((label) => ({ label, kind: "language" }));
    case "component":
      return componentChoices(context, around);
    case "closing":
      return [...new Set(context.open.toReversed())].map((name, index) => ({
        label: name,
        kind: "component",
        template: `${name}>`,
        boost: -index,
      }));
    case "prop":
      return propChoices(findComponent(facts.components, context.component), context.present);
    case "value":
      return attributeChoices(context, typed, around);
    case "link":
      return context.isImage ? mediaChoices(facts) : linkChoices(typed, around);
    case "module":
      return modulePaths(facts);
    case "import":
      return importChoices(facts);
    case "variable":
      return facts.variables.map(({ name, value }) => ({ label: name, kind: "variable", detail: value }));
  }
}

function componentChoices(
  { open, isLineStart }: Extract<CompletionContext, { kind: "component" }>,
  { facts, text }: Surroundings,
): Choice[] {
  const parent = findComponent(facts.components, open.at(-1) ?? "");
  const expected = Array.isArray(parent?.children) ? parent.children : [];
  const known = facts.components.map(
    (component): Choice => ({
      label: component.name,
      kind: "component",
      info: component.description,
      template: componentTemplate(component, isLineStart),
      boost: expected.includes(component.name) ? 2 : 0,
    }),
  );
  const names = new Set(facts.components.map(({ name }) => name));
  const imported = [...text.matchAll(/^import[ \t]([^"'\n]{1,500})from/gm)].flatMap(([, list = ""]) =>
    (list.match(/\b[A-Z]\w*/g) ?? []).filter((name) => !names.has(name)),
  );
  const own = [...new Set(imported)].map(
    (name): Choice => ({
      label: name,
      kind: "component",
      detail: "imported",
      template: `${name} \${} />`,
      boost: 1,
    }),
  );
  return [...known, ...own];
}

const commonProps: readonly CatalogProp[] = [
  { name: "className", type: "string", description: "CSS classes of the outermost element." },
  { name: "id", type: "string", description: "The anchor of the element." },
];

function propChoices(component: CatalogComponent | undefined, present: readonly string[]): Choice[] {
  const own = component?.props ?? [];
  const common = commonProps.filter(({ name }) => own.every((prop) => prop.name !== name));
  return [...own, ...(component === undefined ? [] : common)]
    .filter(({ name }) => !present.includes(name))
    .map((prop) => ({
      label: prop.name,
      kind: "prop",
      detail: prop.isRequired ? "required" : prop.default && `default ${prop.default}`,
      info: prop.description,
      template: propTemplate(prop),
      boost: prop.isRequired ? 2 : common.includes(prop) ? -1 : 0,
    }));
}

const mediaProps = new Set(["src", "img", "poster"]);

function attributeChoices(
  { component, prop }: Extract<CompletionContext, { kind: "value" }>,
  typed: string,
  around: Surroundings,
): readonly Choice[] | Promise<readonly Choice[]> {
  if (mediaProps.has(prop)) return mediaChoices(around.facts);
  if (component === "Snippet" && prop === "file") {
    return around.facts.snippets.flatMap(({ path }): Choice[] =>
      /^_?snippets\//.test(path) ? [{ label: path.replace(/^_?snippets\//, ""), kind: "snippet" }] : [],
    );
  }
  if (prop === "href") return linkChoices(typed, around);
  const known = findComponent(around.facts.components, component)?.props.find(({ name }) => name === prop);
  if (component === "CodeBlock" && prop === "language") {
    return around.facts.languages.map((label) => ({ label, kind: "language" }));
  }
  return valueChoices(known, typed, around);
}

async function valueChoices(
  prop: CatalogProp | undefined,
  typed: string,
  around: Surroundings,
): Promise<readonly Choice[]> {
  switch (prop?.type) {
    case "enum":
      return (prop.options ?? []).map((label) => ({
        label,
        kind: "value",
        detail: label === prop.default ? "default" : undefined,
      }));
    case "boolean":
      return ["true", "false"].map((label) => ({ label, kind: "value" }));
    case "icon":
      return (await around.facts.findIcons(typed)).map((label) => ({ label, kind: "icon" }));
    case "page":
      return linkChoices(typed, around);
    default:
      return [];
  }
}

function mediaChoices({ media }: EditorFacts): Choice[] {
  return media.map((path) => ({ label: `/${path}`, kind: "media" }));
}

async function linkChoices(typed: string, { facts, path }: Surroundings): Promise<readonly Choice[]> {
  const [address = "", ...anchor] = typed.split("#");
  if (anchor.length > 0) {
    const target = address === "" ? path : facts.pages.find(({ url }) => url === address)?.path;
    const anchors = target === undefined ? [] : await facts.readAnchors(target);
    return anchors.map(({ id, title }) => ({ label: id, kind: "anchor", detail: title }));
  }
  // Addresses with a scheme can't be completed.
  if (/^[a-z]+:/i.test(typed)) return [];
  return facts.pages.map(({ url, title }) => ({ label: url, kind: "page", detail: title }));
}

/** The paths that can be imported. */
function modulePaths({ snippets }: EditorFacts): Choice[] {
  return snippets.map(({ path, exports }) => ({
    label: `/${path}`,
    kind: "snippet",
    detail: exports.length === 0 ? undefined : exports.join(", "),
  }));
}

/** Complete lines that import a snippet or one of its exports. */
function importChoices({ snippets }: EditorFacts): Choice[] {
  return snippets.flatMap(({ path, exports }): Choice[] => {
    const whole = path.endsWith(".jsx") ? [] : [importLine(componentName(path), path)];
    return [...whole, ...exports.map((name) => importLine(`{ ${name} }`, path))];
  });
}

function importLine(what: string, path: string): Choice {
  return { label: `import ${what} from "/${path}"`, kind: "snippet", template: `import ${what} from "/${path}";` };
}

/** `snippets/get-help.mdx` → `GetHelp`. */
function componentName(path: string): string {
  const words = (path.split("/").at(-1) ?? "").replace(/\.\w+$/, "").split(/[^A-Za-z0-9]+/);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(name) ? name : `Snippet${name}`;
}

/** The element to insert after `<`, with its required props and a place for its children. */
function componentTemplate(component: CatalogComponent, isLineStart: boolean): string {
  const { name, props, needsOneOf = [], children } = component;
  const needed = props.filter((prop) => prop.isRequired || prop.name === needsOneOf[0]);
  const tag = [name, ...needed.map(propTemplate)].join(" ");
  if (children === "none") return `${tag} />`;
  if (!isLineStart || children === "text") return `${tag}>\${}</${name}>`;
  const inside = Array.isArray(children) ? `<${children[0]}\${}` : "\u0024{}";
  return `${tag}>\n\t${inside}\n</${name}>`;
}

/** The prop with a place for its value. */
function propTemplate({ name, type }: CatalogProp): string {
  if (type === "boolean") return name;
  return type === "number" || type === "expression" ? `${name}={\${}}` : `${name}="\${}"`;
}
