import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { expandableElement } from "../../page/components/accordions.ts";
import { fieldElement } from "../../page/components/fields.ts";
import { slugOf } from "../../page/markdown/heading-ids.ts";
import type { ChannelServerView } from "../view/channel-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderAccess } from "./render-access.ts";
import { renderBindings } from "./render-bindings.ts";
import { captioned } from "./render-caption.ts";
import { renderDescription } from "./render-description.ts";
import { renderFields } from "./render-fields.ts";

/** A row for each server: its name, protocol and address, and what is filled into that. */
export function renderServers(servers: ChannelServerView[], context: ApiContext): HtmlNode[] {
  if (servers.length === 0) return [];
  return [
    element(
      "div",
      { class: "fields" },
      servers.map((server) => renderServer(server, context)),
    ),
  ];
}

function renderServer(server: ChannelServerView, context: ApiContext): HtmlNode {
  const { name, address, protocol, protocolVersion, description, variables, access, bindings } = server;
  const { words, headingIds } = context.page;
  const id = headingIds.claim(`server-${slugOf(name)}`);
  const inside = [
    ...renderFields(variables, `${id}-variable`, context),
    ...renderBindings(bindings, `${id}-binding`, context),
  ];
  const type = [protocol, protocolVersion].filter((word) => word !== undefined).join(" ");
  return fieldElement(
    { id, name, type: type === "" ? undefined : type },
    [
      element("p", {}, [element("code", { class: "server-address" }, [address])]),
      ...renderDescription(description, context),
      ...captioned(words.authorization, renderAccess(access, context)),
      ...(inside.length === 0
        ? []
        : [expandableElement([words.details], inside, context.options.expandsFields, words)]),
    ],
    words,
  );
}
