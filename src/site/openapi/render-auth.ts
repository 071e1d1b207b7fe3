import { fieldElement } from "../components/fields.ts";
import { element, type HtmlNode } from "../html/html-node.ts";
import type { ApiContext } from "./api-context.ts";
import type { AuthSchemeView, AuthView } from "./api-view.ts";
import { renderDescription } from "./render-description.ts";
import { sectionHeading } from "./render-parts.ts";

/** How to be let in. Where there are several ways, any one of them is enough. */
export function renderAuth(ways: AuthView[], context: ApiContext): HtmlNode[] {
  const asking = ways.filter(({ schemes }) => schemes.length > 0);
  if (asking.length === 0) return [];
  const isOptional = asking.length < ways.length;
  const rows = asking.flatMap(({ schemes }, index): HtmlNode[] => [
    ...(index === 0 ? [] : [element("p", { class: "auth-or" }, ["or"])]),
    ...schemes.map((scheme) => renderScheme(scheme, !isOptional, context)),
  ]);
  const note = isOptional ? [element("p", {}, ["Without it, the request is answered as for anyone."])] : [];
  return [sectionHeading("Authorization", context), ...note, element("div", { class: "fields" }, rows)];
}

function renderScheme(scheme: AuthSchemeView, required: boolean, context: ApiContext): HtmlNode {
  const id = context.page.headingIds.claim(`authorization-${scheme.name.toLowerCase().replaceAll(/[^\w-]+/g, "-")}`);
  return fieldElement({ id, name: scheme.name, type: "string", place: scheme.place, required }, [
    element("p", {}, explain(scheme)),
    ...renderDescription(scheme.description, context),
    ...(scheme.scopes.length === 0 ? [] : [scopeList(scheme.scopes)]),
  ]);
}

function explain({ kind, prefix, place }: AuthSchemeView): HtmlNode[] {
  switch (kind) {
    case "bearer":
      return ["A bearer token, sent as ", element("code", {}, ["Bearer <token>"]), "."];
    case "basic":
      return ["User name and password, sent as ", element("code", {}, ["Basic <base64 of user:password>"]), "."];
    case "key":
      return [`An API key, sent as a ${place === "query" ? "query parameter" : place}.`];
    case "oauth2":
      return ["An OAuth 2.0 access token, sent as ", element("code", {}, ["Bearer <token>"]), "."];
    case "openid":
      return ["A token of OpenID Connect, sent as ", element("code", {}, ["Bearer <token>"]), "."];
    default:
      return prefix === undefined
        ? ["See the provider of the API."]
        : ["Sent as ", element("code", {}, [`${prefix} <value>`]), "."];
  }
}

function scopeList(scopes: string[]): HtmlNode {
  const codes = scopes.flatMap((scope) => [element("code", {}, [scope]), " "]);
  return element("dl", { class: "field-facts" }, [
    element("div", {}, [element("dt", {}, ["Scopes"]), element("dd", {}, codes)]),
  ]);
}
