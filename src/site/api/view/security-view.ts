import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { objectOf, own, resolveObject, type SpecDocument, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { AuthSchemeView, AuthView } from "./api-view.ts";
import { cutText } from "./schema-view.ts";

const waysMax = 10;
const schemesMax = 10;

/** The ways to be let in to an operation: its own, else those of the whole API. */
export function viewAuth(document: SpecDocument, operation: JsonObject): AuthView[] {
  const security = own(operation, "security") ?? own(document.root, "security");
  if (!Array.isArray(security)) return [];
  const ways = security.slice(0, waysMax).filter(isJsonObject);
  const views = ways.map((way) => ({
    schemes: Object.entries(way)
      .slice(0, schemesMax)
      .flatMap(([id, scopes]) => namedScheme(document, id, scopes) ?? []),
  }));
  // Only the way that asks for nothing is left: anyone is let in.
  return views.every(({ schemes }) => schemes.length === 0) ? [] : views;
}

function namedScheme(document: SpecDocument, id: string, scopes: JsonValue): AuthSchemeView | undefined {
  const schemes = objectOf(objectOf(document.root, "components"), "securitySchemes");
  const scheme = resolveObject(document, own(schemes, id));
  return scheme === undefined ? undefined : viewScheme(id, scheme, scopes);
}

/** One scheme of the web, whatever the description is written in. */
export function viewScheme(id: string, scheme: JsonObject, scopes: JsonValue): AuthSchemeView {
  const shared = {
    id,
    description: cutText(textOf(scheme, "description")),
    scopes: (Array.isArray(scopes) ? scopes : []).filter((scope): scope is string => typeof scope === "string"),
    scopeNotes: scopeNotes(scheme),
    flows: listFlows(scheme),
    discovery: webAddress(textOf(scheme, "openIdConnectUrl")),
    format: textOf(scheme, "bearerFormat")?.slice(0, formatLengthMax),
    prefill: textOf(scheme, "x-default"),
  };
  const header = { name: "Authorization", place: "header" as const, ...shared };
  switch (textOf(scheme, "type")) {
    case "apiKey":
      return { ...shared, kind: "key", name: textOf(scheme, "name") ?? id, place: placeOf(scheme), prefix: undefined };
    case "http":
      return httpScheme(textOf(scheme, "scheme") ?? "", header);
    case "oauth2":
      return { ...header, kind: "oauth2", prefix: "Bearer" };
    case "openIdConnect":
      return { ...header, kind: "openid", prefix: "Bearer" };
    default:
      return { ...header, kind: "other", prefix: undefined };
  }
}

const flowsMax = 6;
const formatLengthMax = 40;

/** The flows of OAuth 2.0, each with the addresses where a token is asked for. */
function listFlows(scheme: JsonObject): AuthSchemeView["flows"] {
  return Object.entries(objectOf(scheme, "flows"))
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .slice(0, flowsMax)
    .map(([name, flow]) => ({
      name: name.slice(0, formatLengthMax),
      addresses: ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"].flatMap(
        (key) => webAddress(textOf(flow, key)) ?? [],
      ),
    }));
}

function scopeNotes(scheme: JsonObject): Record<string, string> {
  const flows = Object.values(objectOf(scheme, "flows")).filter(isJsonObject);
  const notes = flows.flatMap((flow) => Object.entries(objectOf(flow, "scopes")));
  return Object.fromEntries(
    notes.filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].trim() !== ""),
  );
}

function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:https?:\/)?\//i.test(text) ? text.slice(0, specLimits.addressLengthMax) : undefined;
}

function httpScheme(word: string, header: Omit<AuthSchemeView, "kind" | "prefix">): AuthSchemeView {
  const scheme = word.toLowerCase();
  if (scheme === "bearer") return { ...header, kind: "bearer", prefix: "Bearer" };
  if (scheme === "basic") return { ...header, kind: "basic", prefix: "Basic" };
  return { ...header, kind: "other", prefix: word.replaceAll(/[^\w-]/g, "") || undefined };
}

function placeOf(scheme: JsonObject): AuthSchemeView["place"] {
  const place = textOf(scheme, "in");
  return place === "query" || place === "cookie" ? place : "header";
}
