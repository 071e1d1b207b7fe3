import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { fieldElement } from "../../page/components/fields.ts";
import type { AccessSchemeView, AccessView, BrokerSchemeView } from "../view/channel-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderScheme, renderWays, schemeId } from "./render-auth.ts";
import { renderDescription } from "./render-description.ts";
import { fillNodes } from "./render-parts.ts";

/** How to be let in, by a server of the web or by a broker. */
export function renderAccess(ways: AccessView[], context: ApiContext): HtmlNode[] {
  return renderWays(ways, renderAnyScheme, context);
}

function renderAnyScheme(scheme: AccessSchemeView, required: boolean, context: ApiContext): HtmlNode {
  return scheme.kind === "broker" ? renderBroker(scheme, required, context) : renderScheme(scheme, required, context);
}

function renderBroker({ id, says, method, description }: BrokerSchemeView, required: boolean, context: ApiContext) {
  const { words } = context.page;
  return fieldElement(
    { id: schemeId(id, context), name: id, required },
    [
      element("p", {}, fillNodes(words[says], { code: element("code", {}, [method]) })),
      ...renderDescription(description, context),
    ],
    words,
  );
}
