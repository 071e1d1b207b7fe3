import { element, type HtmlElement } from "../../shared/html/html-node.ts";
import { safeStyleText } from "../../shared/html/safe-style.ts";
import { fillWord } from "../../translations/find-translations.ts";
import { isPlainObject, type PropValue, textProp } from "../markdown/props.ts";
import { type Component, define } from "./component.ts";
import { required, takesText, takesWord } from "./prop.ts";

/** Swatches; a click copies the value. */
const color: Component = ({ props, children }, context) => {
  const variant = textProp(props, "variant") === "table" ? "table" : "compact";
  return [element("div", { class: `colors colors-${variant}` }, context.renderNodes(children, context))];
};

const colorRow: Component = ({ props, children }, context) => {
  const title = textProp(props, "title");
  const items = element("div", { class: "color-items" }, context.renderNodes(children, context));
  const heading = title === undefined ? [] : [element("p", { class: "color-row-title" }, [title])];
  return [element("div", { class: "color-row" }, [...heading, items])];
};

const colorItem: Component = ({ props, node }, context) => {
  const value = readValue(props.value);
  if (value === undefined) {
    context.warn("<Color.Item> has no valid color", node, {
      hint: 'write value="#16a34a" or value={{ light: "…", dark: "…" }}',
    });
    return [];
  }
  const name = textProp(props, "name");
  const shown = value.light === value.dark ? value.light : `${value.light} / ${value.dark}`;
  const words = [element("span", { class: "color-value" }, [shown])];
  // The space keeps name and value apart for screen readers that compare the label with the visible text.
  if (name !== undefined) words.unshift(element("span", { class: "color-name" }, [name, " "]));
  const label = fillWord(context.page.words.copyValue, { name: name === undefined ? shown : `${name} ${shown}` });
  const button = element("button", { class: "color-item", type: "button", "data-copy": shown, "aria-label": label }, [
    swatch(value),
    element("span", { class: "color-words" }, words),
  ]);
  const line = element("li", {}, name === undefined ? [shown] : [`${name}: ${shown}`]);
  return [{ onPage: [button], inMarkdown: [element("ul", {}, [line])] }];
};

interface ColorValue {
  light: string;
  dark: string;
}

const colorLengthMax = 80;

/** A color is any safe CSS value; anything else would leave an empty swatch. */
function isColor(value: string): boolean {
  return value.length <= colorLengthMax && safeStyleText(`background-color: ${value}`) !== "";
}

function readValue(value: PropValue | undefined): ColorValue | undefined {
  if (typeof value === "string") return isColor(value) ? { light: value, dark: value } : undefined;
  if (!isPlainObject(value)) return undefined;
  const light = textProp(value, "light") ?? textProp(value, "dark");
  const dark = textProp(value, "dark") ?? light;
  if (light === undefined || dark === undefined || !isColor(light) || !isColor(dark)) return undefined;
  return { light, dark };
}

function swatch({ light, dark }: ColorValue): HtmlElement {
  const background = light === dark ? light : `light-dark(${light}, ${dark})`;
  return element("span", { class: "color-swatch", style: `background-color: ${background}` });
}

export const colorComponents = {
  Color: define(color, {
    description: "Colors to copy.",
    props: [takesWord("variant", ["compact", "table"], "How the colors are arranged.", { default: "compact" })],
    children: ["Color.Row", "Color.Item"],
  }),
  "Color.Row": define(colorRow, {
    description: "Colors with a title.",
    props: [takesText("title", "Shown before the colors.")],
    children: ["Color.Item"],
  }),
  "Color.Item": define(colorItem, {
    description: "A color.",
    props: [
      takesText("name", "Shown with the value."),
      takesText("value", 'A CSS color, or `{{ light: "…", dark: "…" }}`.', required),
    ],
    children: "none",
  }),
};
