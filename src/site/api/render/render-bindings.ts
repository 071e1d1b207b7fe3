import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { BindingView } from "../view/channel-view.ts";
import type { ApiContext } from "./api-context.ts";
import { fact, renderFields } from "./render-fields.ts";

/** What is only true for one protocol: settings as lines, and schemas as fields. */
export function renderBindings(bindings: BindingView[], path: string, context: ApiContext): HtmlNode[] {
  return bindings.flatMap(({ protocol, values, fields }): HtmlNode[] => {
    const lines = values.map(({ name, value }) => fact(name, [value]));
    return [
      element("p", { class: "binding-protocol" }, [element("span", { class: "field-type" }, [protocol])]),
      ...(lines.length === 0 ? [] : [element("dl", { class: "field-facts" }, lines)]),
      ...(fields.length === 0
        ? []
        : [element("div", { class: "fields" }, renderFields(fields, `${path}-${protocol}`, context))]),
    ];
  });
}
