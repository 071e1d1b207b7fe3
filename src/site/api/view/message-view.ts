import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { type Channels, type ListedMessage, type Side, withTraits } from "../read/channels.ts";
import { listField, own, resolve, resolveObject, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { descriptionOf, viewAnnotations } from "./annotations.ts";
import type { MessageExampleView, MessageListView, MessageView, PayloadView } from "./api-view.ts";
import { viewBindings } from "./channel-fields.ts";
import { exampleValue } from "./example-value.ts";
import { type Direction, type ViewBudget, viewSchema } from "./schema-view.ts";

const nameLengthMax = 200;
const sourceLengthMax = 60_000;

/** The messages of an operation, up to the limit of the page. */
export function viewMessages(
  channels: Channels,
  listed: ListedMessage[],
  side: Side | undefined,
  budget: ViewBudget,
): MessageListView {
  const shown: MessageView[] = [];
  let leftOut = 0;
  for (const { name, value } of listed) {
    const message = resolveObject(channels.document, value);
    if (message === undefined) continue;
    if (budget.messagesLeft <= 0) {
      leftOut += 1;
      continue;
    }
    budget.messagesLeft -= 1;
    shown.push(viewMessage(channels, message, name ?? `Message ${shown.length + 1}`, side, budget));
  }
  return { shown, leftOut };
}

function viewMessage(
  { document, version }: Channels,
  found: JsonObject,
  listedName: string,
  side: Side | undefined,
  budget: ViewBudget,
): MessageView {
  const message = withTraits(document, found, version);
  const headers = schemaPart(document, own(message, "headers")).schema;
  const payload = schemaPart(document, own(message, "payload"));
  // In AsyncAPI 2, the format is next to the payload. In AsyncAPI 3, it is inside the payload.
  const format = payload.format ?? textField(message, "schemaFormat");
  const direction = side === "send" ? "request" : "response";
  const correlation = resolveObject(document, own(message, "correlationId"));
  return {
    name: (textField(message, "name") ?? textField(message, "messageId") ?? listedName).slice(0, nameLengthMax),
    ...viewAnnotations(document, message),
    contentType: textField(message, "contentType") ?? textField(document.root, "defaultContentType"),
    correlationId: correlation && {
      location: textField(correlation, "location"),
      description: descriptionOf(correlation),
    },
    headers: headers === undefined ? undefined : viewSchema(document, headers, budget, direction),
    payload: viewPayload(document, format, payload.schema, budget, direction),
    bindings: viewBindings(document, message, budget),
    examples: viewExamples(message, budget, () => {
      if (!isJsonSchema(format) || payload.schema === undefined) return undefined;
      return exampleValue(document, payload.schema, { direction, requiredOnly: false });
    }),
  };
}

interface SchemaPart {
  format: string | undefined;
  schema: JsonValue | undefined;
}

/** A schema on its own or, in AsyncAPI 3, together with the name of its format. */
function schemaPart(document: SpecDocument, value: JsonValue | undefined): SchemaPart {
  const found = resolveObject(document, value) ?? {};
  const schema = own(found, "schema");
  const format = schema === undefined ? undefined : textField(found, "schemaFormat");
  return format === undefined ? { format, schema: value } : { format, schema };
}

/** Whether the format is JSON Schema or close enough to be read as JSON Schema. */
function isJsonSchema(format: string | undefined): boolean {
  return format === undefined || /asyncapi|schema\+(?:json|yaml)|oai\.openapi/i.test(format);
}

function viewPayload(
  document: SpecDocument,
  format: string | undefined,
  schema: JsonValue | undefined,
  budget: ViewBudget,
  direction: Direction,
): PayloadView | undefined {
  if (schema === undefined) return undefined;
  if (format === undefined || isJsonSchema(format)) {
    return { kind: "schema", schema: viewSchema(document, schema, budget, direction) };
  }
  const written = resolve(document, schema).value ?? schema;
  const isText = typeof written === "string";
  const source = isText ? written : JSON.stringify(written, null, 2);
  const language = isText ? (/protobuf/i.test(format) ? "protobuf" : "text") : "json";
  return { kind: "source", format: format.slice(0, nameLengthMax), language, source: source.slice(0, sourceLengthMax) };
}

/** The author's examples, or otherwise an example made from the schema. All examples of a page share a size limit. */
function viewExamples(
  message: JsonObject,
  budget: ViewBudget,
  makeExample: () => JsonValue | undefined,
): MessageExampleView[] {
  const fits = (value: JsonValue | undefined) => {
    const bytes = value === undefined ? 0 : JSON.stringify(value).length;
    if (bytes > Math.min(specLimits.exampleBytesMax, budget.exampleBytesLeft)) return false;
    budget.exampleBytesLeft -= bytes;
    return true;
  };
  const given = listField(message, "examples")
    .slice(0, specLimits.messageExamplesMax)
    .filter(isJsonObject)
    .flatMap((example): MessageExampleView[] => {
      const [payload, headers] = [own(example, "payload"), own(example, "headers")];
      if (payload === undefined && headers === undefined) return [];
      if (!fits(payload) || !fits(headers)) return [];
      return [{ title: textField(example, "name") ?? textField(example, "summary"), payload, headers }];
    });
  if (given.length > 0) return given;
  const made = makeExample();
  return made === undefined || !fits(made) ? [] : [{ title: undefined, payload: made, headers: undefined }];
}
