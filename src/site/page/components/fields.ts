import { element, type HtmlElement, type HtmlNode } from "../../shared/html/html-node.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { fieldSlug, slugOf } from "../markdown/heading-ids.ts";
import { flagProp, type Props, type PropValue, textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import { type Component, define } from "./component.ts";
import { required, takesFlag, takesText, takesValue } from "./prop.ts";

/** One parameter or property. */
interface Field {
  /** The anchor, unique on the page. Undefined for a field without a name. */
  id?: string | undefined;
  /** A second anchor, for links that were made before the anchors changed. */
  alias?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  /** The URL of the page that describes the type. */
  typeHref?: string | undefined;
  /** Where the parameter is sent: `query`, `path`, `body` or `header`. */
  place?: string | undefined;
  required?: boolean;
  deprecated?: boolean;
  defaultValue?: string | undefined;
  /** Labels before and after the name. */
  pre?: string[];
  post?: string[];
}

const places = ["query", "path", "body", "header", "cookie"] as const;

const paramField: Component = ({ props, children, node }, context) => {
  const place = places.find((candidate) => textProp(props, candidate) !== undefined);
  const name = place === undefined ? textProp(props, "name") : textProp(props, place);
  const field = { ...readField(props), place: place === "body" ? undefined : place };
  if (name === undefined) {
    context.warn("<ParamField> has no name, so the request tester leaves it out", node, {
      hint: 'write query="name", path="name", body="name" or header="name"',
    });
    return [fieldElement(field, flowContent(children, context), context.page.words)];
  }
  context.page.parameters.push({
    ...readField(props),
    name,
    place: place ?? "body",
    required: flagProp(props, "required") === true,
    placeholder: textProp(props, "placeholder"),
  });
  const named = { ...field, name, ...claimAnchors(name, "param", context) };
  return [fieldElement(named, flowContent(children, context), context.page.words)];
};

const responseField: Component = ({ props, children }, context) => {
  // Accepts `body` as the name too, because authors copy it from a `<ParamField>`.
  const name = textProp(props, "name") ?? textProp(props, "body");
  const anchors = name === undefined ? {} : claimAnchors(name, "response", context);
  const field = { ...readField(props), name, ...anchors, pre: words(props.pre), post: words(props.post) };
  return [fieldElement(field, flowContent(children, context), context.page.words)];
};

/**
 * The anchor of `baseUrl` is `param-base-url`, as the format defines, even in responses. Before version 0.3, the
 * anchors were `param-baseurl` and `response-baseurl`, and old links still use them.
 */
function claimAnchors(name: string, formerly: "param" | "response", { page }: RenderContext) {
  const id = page.headingIds.claim(`param-${fieldSlug(name)}`);
  const former = `${formerly}-${slugOf(name)}`;
  return { id, alias: page.headingIds.claimIfFree(former) ? former : undefined };
}

/** A row with the name and its attributes, and the description below. */
export function fieldElement(field: Field, description: HtmlNode[], said: ArticleWords): HtmlElement {
  const head: HtmlNode[] = (field.pre ?? []).map((word) => pill("field-note", word));
  if (field.name !== undefined) {
    const link = element("a", { class: "field-link", href: `#${encodeURIComponent(field.id ?? "")}` }, [field.name]);
    head.push(element("code", { class: "field-name" }, [link]));
  }
  if (field.type !== undefined && field.typeHref !== undefined) {
    head.push(element("a", { class: "field-type", href: field.typeHref }, [field.type]));
  } else if (field.type !== undefined) head.push(pill("field-type", field.type));
  if (field.place !== undefined) head.push(pill("field-place", field.place));
  if (field.required) head.push(pill("field-required", said.required));
  if (field.deprecated) head.push(pill("field-deprecated", said.deprecated));
  const shown = field.defaultValue === undefined ? [] : [codeValue(field.defaultValue)];
  const isBlock = shown.some(({ tag }) => tag === "pre");
  if (shown.length > 0) {
    head.push(
      element("span", { class: "field-default" }, isBlock ? [`${said.default}:`] : [`${said.default}: `, ...shown]),
    );
  }
  head.push(...(field.post ?? []).map((word) => pill("field-note", word)));
  if (head.length === 0) return element("div", { class: "field" }, description);
  return element("div", { class: "field", id: field.id }, [
    ...(field.alias === undefined ? [] : [element("span", { id: field.alias })]),
    // The spaces are for consumers of the plain text: search, agents and screen readers.
    element(
      "div",
      { class: "field-head" },
      head.flatMap((part, index) => (index === 0 ? [part] : [" ", part])),
    ),
    ...(isBlock ? shown : []),
    ...(description.length === 0 ? [] : [element("div", { class: "field-body" }, description)]),
  ]);
}

/** A list or an object that doesn't fit into a line of text is shown in a block. */
export function codeValue(value: string): HtmlElement {
  if (!isLongJson(value)) return element("code", {}, [value === "" ? '""' : value]);
  const lines = JSON.stringify(JSON.parse(value), null, 2);
  return element("pre", { class: "field-value", tabindex: 0 }, [element("code", {}, [lines])]);
}

const inlineLengthMax = 48;

function isLongJson(value: string): boolean {
  if (value.length <= inlineLengthMax || !/^[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function readField(props: Props): Pick<Field, "type" | "required" | "deprecated" | "defaultValue"> {
  return {
    type: textProp(props, "type"),
    required: flagProp(props, "required") === true,
    deprecated: flagProp(props, "deprecated") === true,
    defaultValue: printed(props.default),
  };
}

/** A default can be any literal: `default={10}`, `default={false}`, `default={["a"]}`. */
function printed(value: PropValue | undefined): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function words(value: PropValue | undefined): string[] {
  return (Array.isArray(value) ? value : [value ?? null]).filter((word) => typeof word === "string");
}

function pill(className: string, text: string): HtmlElement {
  return element("span", { class: className }, [text]);
}

// A field is optional unless it is required, so `optional` changes nothing.
const fieldProps = [
  takesText("type", "The type, such as `string`."),
  takesFlag("required", "Marks the field as required."),
  takesFlag("optional", "Has no effect: fields are optional."),
  takesFlag("deprecated", "Marks the field as deprecated."),
  takesValue("default", "The default value."),
];

const placeProps = [
  takesText("query", "The name of a query parameter."),
  takesText("path", "The name of a path parameter."),
  takesText("body", "The name of a field of the body."),
  takesText("header", "The name of a header."),
  takesText("cookie", "The name of a cookie."),
  takesText("name", "The name, if no other prop sets it."),
];

export const fieldComponents = {
  ParamField: define(paramField, {
    description: "A parameter of a request.",
    props: [...placeProps, takesText("placeholder", "Shown in the empty field of the request tester."), ...fieldProps],
    needsOneOf: [...places, "name"],
  }),
  ResponseField: define(responseField, {
    description: "A field of a response.",
    props: [
      takesText("name", "The name of the field.", required),
      takesText("body", "The name; accepted as in `<ParamField>`."),
      takesValue("pre", "Labels before the name."),
      takesValue("post", "Labels after the name."),
      ...fieldProps,
    ],
  }),
};
