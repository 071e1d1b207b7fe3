import { expect, test } from "vitest";
import type { CatalogComponent, CatalogProp } from "../../contract/editor-fact-operations.ts";
import { loadEngine } from "../../site/page/author-code/engine.ts";
import { defaultRenderSettings } from "../../site/page/markdown/render-settings.ts";
import { renderPage } from "../../site/page/render-page.ts";
import { defaultSiteLimits } from "../../site/shared/site-limits.ts";
import { readFrontmatter } from "../../site/source/read-frontmatter.ts";
import { formatCompletions } from "./format-completions.ts";

await loadEngine();

const { components, frontmatter } = formatCompletions;

function problemsOf(body: string): string[] {
  const snippets = new Map([["snippets/a.mdx", "Hello"]]);
  const source = { file: "page.mdx", format: "mdx" as const, body, firstLine: 1 };
  const surroundings = { snippets, limits: defaultSiteLimits, settings: defaultRenderSettings };
  return renderPage(source, surroundings).problems.map(({ message }) => message);
}

/** A value that a person could choose for the prop. */
function valueFor(component: string, { name, type, options }: CatalogProp): string {
  if (component === "Snippet") return '="a.mdx"';
  if (component === "GitHub.Repo" && name === "repo") return '="acme/docs"';
  if (component === "Color.Item" && name === "value") return '="#16a34a"';
  if (type === "enum") return `="${options?.[0]}"`;
  if (type === "icon") return '="rocket"';
  if (type === "number") return "={2}";
  if (type === "boolean") return "";
  if (type === "expression") return '={["copy"]}';
  if (name === "src" || name === "img" || name === "poster") return '="/images/a.png"';
  return type === "page" ? '="https://example.com"' : `="${name}"`;
}

function write({ name, children }: CatalogComponent, props: readonly string[]): string {
  const tag = [name, ...props].join(" ");
  if (children === "none") return `<${tag} />`;
  return children === "text" ? `Text <${tag}>inside</${name}>.` : `<${tag}>\n\nInside\n\n</${name}>`;
}

const chosenOf = ({ props, needsOneOf = [] }: CatalogComponent) =>
  props.filter((prop) => prop.isRequired || prop.name === needsOneOf[0]);

test.each(components)("$name has no problems, with only its required props or with all its props", (component) => {
  const writeAll = (props: readonly CatalogProp[]) =>
    write(
      component,
      props.map((prop) => `${prop.name}${valueFor(component.name, prop)}`),
    );
  expect(problemsOf(writeAll(chosenOf(component)))).toEqual([]);
  expect(problemsOf(writeAll(component.props))).toEqual([]);
});

test.each(components.filter(({ name }) => name !== "Snippet"))(
  "$name reports a prop that it doesn't have",
  (component) => {
    const props = chosenOf(component).map((prop) => `${prop.name}${valueFor(component.name, prop)}`);
    expect(problemsOf(write(component, [...props, 'notAProp="x"']))).toEqual([
      `<${component.name}> has no prop "notAProp"`,
    ]);
  },
);

test("a component that isn't in the catalog is reported", () => {
  expect(problemsOf("<Crad>x</Crad>")).toHaveLength(1);
  expect(components.map(({ name }) => name)).not.toContain("Crad");
});

test("component names in children and needsOneOf exist in the catalog", () => {
  const names = new Set(components.map(({ name }) => name));
  for (const { children, needsOneOf = [], props } of components) {
    expect(typeof children === "string" ? [] : children.filter((name) => !names.has(name))).toEqual([]);
    expect(needsOneOf.filter((needed) => !props.some(({ name }) => name === needed))).toEqual([]);
  }
});

test("a frontmatter key accepts every value that completion offers, and no other value", () => {
  const problemsWith = (key: string, value: string) =>
    readFrontmatter(`${key}: ${value}`, "page.mdx", 1_000).problems.length;
  for (const { name, type, options = [] } of frontmatter) {
    if (type === "enum") expect(problemsWith(name, "nonsense"), name).toBe(1);
    for (const option of options) expect(problemsWith(name, option), `${name}: ${option}`).toBe(0);
  }
});
