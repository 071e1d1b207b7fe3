import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { AsyncVersion } from "../read/async-version.ts";
import {
  listOf,
  objectOf,
  own,
  referenceName,
  resolveObject,
  type SpecDocument,
  textOf,
} from "../read/spec-document.ts";
import type { AccessSchemeView, AccessView, BrokerSchemeView } from "./channel-view.ts";
import { cutText } from "./schema-view.ts";
import { viewScheme } from "./security-view.ts";

const waysMax = 10;

/** The ways to be let in that an operation or a server names. AsyncAPI 2 names schemes, AsyncAPI 3 refers to them. */
export function viewAccess(document: SpecDocument, holder: JsonObject, version: AsyncVersion): AccessView[] {
  const listed = listOf(holder, "security").slice(0, waysMax).filter(isJsonObject);
  const ways = listed.map((way): AccessView => {
    if (version === 2) {
      const named = Object.entries(way).slice(0, waysMax);
      return { schemes: named.flatMap(([id, scopes]) => namedScheme(document, id, scopes) ?? []) };
    }
    const scheme = resolveObject(document, way);
    if (scheme === undefined || Object.keys(scheme).length === 0) return { schemes: [] };
    const reference = textOf(way, "$ref");
    const id = reference === undefined ? (textOf(scheme, "type") ?? "") : referenceName(reference);
    return { schemes: [viewOne(id, scheme, own(scheme, "scopes"))] };
  });
  return ways.every(({ schemes }) => schemes.length === 0) ? [] : ways;
}

function namedScheme(document: SpecDocument, id: string, scopes: JsonValue): AccessSchemeView | undefined {
  const schemes = objectOf(objectOf(document.root, "components"), "securitySchemes");
  const scheme = resolveObject(document, own(schemes, id));
  return scheme === undefined ? undefined : viewOne(id, scheme, scopes);
}

function viewOne(id: string, scheme: JsonObject, scopes: JsonValue | undefined): AccessSchemeView {
  const type = textOf(scheme, "type") ?? "";
  const place = textOf(scheme, "in");
  const says = type === "apiKey" ? (place === "user" ? "keyAsUser" : "keyAsPassword") : brokerWords.get(type);
  if (says !== undefined) {
    const method = methodNames.get(type) ?? type;
    return { kind: "broker", id, says, method, description: cutText(textOf(scheme, "description")) };
  }
  // The key of a request is called by another name than in OpenAPI.
  return viewScheme(id, type === "httpApiKey" ? { ...scheme, type: "apiKey" } : scheme, scopes ?? []);
}

const brokerWords = new Map<string, BrokerSchemeView["says"]>([
  ["userPassword", "userPassword"],
  ["X509", "certificate"],
  ["symmetricEncryption", "encryptionKey"],
  ["asymmetricEncryption", "encryptionKey"],
  ["plain", "sasl"],
  ["scramSha256", "sasl"],
  ["scramSha512", "sasl"],
  ["gssapi", "kerberos"],
]);

/** As brokers call them. */
const methodNames = new Map([
  ["plain", "PLAIN"],
  ["scramSha256", "SCRAM-SHA-256"],
  ["scramSha512", "SCRAM-SHA-512"],
  ["gssapi", "GSSAPI"],
  ["X509", "X.509"],
]);
