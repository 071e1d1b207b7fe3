import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { Channels } from "../read/channels.ts";
import {
  componentsOf,
  listField,
  objectField,
  own,
  referenceName,
  resolveObject,
  type SpecDocument,
  textField,
} from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { descriptionOf } from "./annotations.ts";
import type { AuthSchemeView, AuthView, BrokerSchemeView, ChannelAuthView } from "./api-view.ts";

const alternativesMax = 10;
const schemesMax = 10;
const flowsMax = 6;
const formatLengthMax = 40;

type ViewScheme<Scheme> = (id: string, scheme: JsonObject, scopes: JsonValue) => Scheme;

/** How an OpenAPI operation is authenticated, by its own setting or the setting of the whole API. */
export function viewAuth(document: SpecDocument, operation: JsonObject): AuthView[] {
  const holder = (own(operation, "security") ?? null) === null ? document.root : operation;
  return viewAlternatives(holder, (alternative) => namedSchemes(document, alternative, viewScheme));
}

/** How an AsyncAPI server or operation is authenticated. Version 2 names schemes, version 3 refers to them. */
export function viewChannelAuth({ document, version }: Channels, holder: JsonObject): ChannelAuthView[] {
  return viewAlternatives(holder, (alternative) => {
    if (version === 2) return namedSchemes(document, alternative, viewChannelScheme);
    const scheme = resolveObject(document, alternative);
    if (scheme === undefined || Object.keys(scheme).length === 0) return [];
    const reference = textField(alternative, "$ref");
    const id = reference === undefined ? (textField(scheme, "type") ?? "") : referenceName(reference);
    return [viewChannelScheme(id, scheme, own(scheme, "scopes") ?? [])];
  });
}

function viewAlternatives<Scheme>(
  holder: JsonObject,
  schemesOf: (alternative: JsonObject) => Scheme[],
): AuthView<Scheme>[] {
  const listed = listField(holder, "security").slice(0, alternativesMax).filter(isJsonObject);
  const views = listed.map((alternative) => ({ schemes: schemesOf(alternative) }));
  return views.every(({ schemes }) => schemes.length === 0) ? [] : views;
}

function namedSchemes<Scheme>(document: SpecDocument, alternative: JsonObject, view: ViewScheme<Scheme>): Scheme[] {
  const all = componentsOf(document, "securitySchemes");
  return Object.entries(alternative)
    .slice(0, schemesMax)
    .flatMap(([id, scopes]) => {
      const scheme = resolveObject(document, own(all, id));
      return scheme === undefined ? [] : [view(id, scheme, scopes)];
    });
}

/** An HTTP scheme, which OpenAPI and AsyncAPI have in common. */
export function viewScheme(id: string, scheme: JsonObject, scopes: JsonValue): AuthSchemeView {
  const shared = {
    id,
    description: descriptionOf(scheme),
    scopes: (Array.isArray(scopes) ? scopes : []).filter((scope) => typeof scope === "string"),
    scopeNotes: scopeNotes(scheme),
    flows: listFlows(scheme),
    discovery: webAddress(textField(scheme, "openIdConnectUrl")),
    format: textField(scheme, "bearerFormat")?.slice(0, formatLengthMax),
    prefill: textField(scheme, "x-default"),
  };
  const header = { name: "Authorization", place: "header" as const, ...shared };
  switch (textField(scheme, "type")) {
    case "apiKey":
      return {
        ...shared,
        kind: "key",
        name: textField(scheme, "name") ?? id,
        place: placeOf(scheme),
        prefix: undefined,
      };
    case "http":
      return httpScheme(textField(scheme, "scheme") ?? "", header);
    case "oauth2":
      return { ...header, kind: "oauth2", prefix: "Bearer" };
    case "openIdConnect":
      return { ...header, kind: "openid", prefix: "Bearer" };
    default:
      return { ...header, kind: "other", prefix: undefined };
  }
}

function listFlows(scheme: JsonObject): AuthSchemeView["flows"] {
  return Object.entries(objectField(scheme, "flows"))
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .slice(0, flowsMax)
    .map(([name, flow]) => ({
      name: name.slice(0, formatLengthMax),
      addresses: ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"].flatMap(
        (key) => webAddress(textField(flow, key)) ?? [],
      ),
    }));
}

function scopeNotes(scheme: JsonObject): Record<string, string> {
  const flows = Object.values(objectField(scheme, "flows")).filter(isJsonObject);
  const notes = flows.flatMap((flow) => Object.entries(objectField(flow, "scopes")));
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
  const place = textField(scheme, "in");
  return place === "query" || place === "cookie" ? place : "header";
}

function viewChannelScheme(id: string, scheme: JsonObject, scopes: JsonValue): AuthSchemeView | BrokerSchemeView {
  const type = textField(scheme, "type") ?? "";
  const key = textField(scheme, "in") === "user" ? "keyAsUser" : "keyAsPassword";
  const explanation = type === "apiKey" ? key : brokerExplanations.get(type);
  if (explanation !== undefined) {
    const method = methodNames.get(type) ?? type;
    return { kind: "broker", id, explanation, method, description: descriptionOf(scheme) };
  }
  // AsyncAPI's `httpApiKey` is OpenAPI's `apiKey`.
  return viewScheme(id, type === "httpApiKey" ? { ...scheme, type: "apiKey" } : scheme, scopes);
}

const brokerExplanations = new Map<string, BrokerSchemeView["explanation"]>([
  ["userPassword", "userPassword"],
  ["X509", "certificate"],
  ["symmetricEncryption", "encryptionKey"],
  ["asymmetricEncryption", "encryptionKey"],
  ["plain", "sasl"],
  ["scramSha256", "sasl"],
  ["scramSha512", "sasl"],
  ["gssapi", "kerberos"],
]);

/** The names that brokers use for authentication methods. */
const methodNames = new Map([
  ["plain", "PLAIN"],
  ["scramSha256", "SCRAM-SHA-256"],
  ["scramSha512", "SCRAM-SHA-512"],
  ["gssapi", "GSSAPI"],
  ["X509", "X.509"],
]);
