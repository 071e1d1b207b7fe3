import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { channelLimits } from "../read/channel-limits.ts";
import type { ChannelReader, ListedMessage } from "../read/channel-reader.ts";
import { withTraits } from "../read/merge-traits.ts";
import { listOf, own, resolve, resolveObject, type SpecDocument, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { SchemaView } from "./api-view.ts";
import { viewBindings } from "./binding-view.ts";
import { isDeprecated, isJsonSchema, type SchemaPart, schemaPart, tagNames, wordsOf } from "./channel-parts.ts";
import type { MessageExampleView, MessageListView, MessageView, PayloadView, Side } from "./channel-view.ts";
import { docsLink } from "./docs-link.ts";
import { exampleValue } from "./example-value.ts";
import { cutText, viewSchema } from "./schema-view.ts";
import type { ChannelBudget } from "./view-budget.ts";

/** The messages of an operation, as far as the page has room for them. */
export function viewMessages(
  channels: ChannelReader,
  listed: ListedMessage[],
  side: Side | undefined,
  budget: ChannelBudget,
): MessageListView {
  const shown: MessageView[] = [];
  let leftOut = 0;
  for (const one of listed) {
    const message = resolveObject(channels.reader.document, one.value);
    if (message === undefined) continue;
    if (budget.messagesLeft <= 0) {
      leftOut += 1;
      continue;
    }
    budget.messagesLeft -= 1;
    shown.push(viewMessage(channels, message, { name: one.name, place: shown.length + 1, side }, budget));
  }
  return { shown, leftOut };
}

interface MessagePlace {
  name: string | undefined;
  place: number;
  side: Side | undefined;
}

function viewMessage(
  { reader, version }: ChannelReader,
  found: JsonObject,
  { name, place, side }: MessagePlace,
  budget: ChannelBudget,
): MessageView {
  const { document } = reader;
  const message = withTraits(document, found, version);
  const headers = schemaPart(document, own(message, "headers")).schema;
  const payload = payloadOf(document, message);
  const direction = side === "send" ? "request" : "response";
  return {
    name: (textOf(message, "name") ?? textOf(message, "messageId") ?? name ?? `Message ${place}`).slice(
      0,
      nameLengthMax,
    ),
    ...wordsOf(message),
    deprecated: isDeprecated(message),
    contentType: textOf(message, "contentType") ?? textOf(document.root, "defaultContentType"),
    correlationId: viewCorrelation(resolveObject(document, own(message, "correlationId"))),
    headers: headers === undefined ? undefined : viewSchema(reader, headers, budget, direction),
    payload: viewPayload(document, payload, () => viewSchema(reader, payload.schema, budget, direction)),
    bindings: viewBindings(reader, message, budget),
    tags: tagNames(document, message),
    docs: docsLink(document, message),
    examples: viewExamples(message, budget, () => {
      if (!isJsonSchema(payload.format) || payload.schema === undefined) return undefined;
      return exampleValue(reader, payload.schema, { direction, requiredOnly: false });
    }),
  };
}

const nameLengthMax = 200;

/** AsyncAPI 2 names the format beside the payload, AsyncAPI 3 inside of it. */
function payloadOf(document: SpecDocument, message: JsonObject): SchemaPart {
  const part = schemaPart(document, own(message, "payload"));
  return { ...part, format: part.format ?? textOf(message, "schemaFormat") };
}

function viewPayload(
  document: SpecDocument,
  { format, schema }: SchemaPart,
  view: () => SchemaView,
): PayloadView | undefined {
  if (schema === undefined) return undefined;
  if (isJsonSchema(format)) return { kind: "schema", schema: view() };
  const written = resolve(document, schema).value ?? schema;
  const isText = typeof written === "string";
  const source = isText ? written : JSON.stringify(written, null, 2);
  const language = isText ? (/protobuf/i.test(format ?? "") ? "protobuf" : "text") : "json";
  return {
    kind: "source",
    format: (format ?? "").slice(0, nameLengthMax),
    language,
    source: source.slice(0, sourceLengthMax),
  };
}

const sourceLengthMax = 60_000;

function viewCorrelation(found: JsonObject | undefined): MessageView["correlationId"] {
  if (found === undefined) return undefined;
  return { location: textOf(found, "location"), description: cutText(textOf(found, "description")) };
}

/** What the author gives, else one that is made from the schema. All of a page together are bounded. */
function viewExamples(
  message: JsonObject,
  budget: ChannelBudget,
  make: () => JsonValue | undefined,
): MessageExampleView[] {
  const fits = (value: JsonValue | undefined) => {
    const bytes = value === undefined ? 0 : JSON.stringify(value).length;
    if (bytes > Math.min(specLimits.exampleBytesMax, budget.exampleBytesLeft)) return false;
    budget.exampleBytesLeft -= bytes;
    return true;
  };
  const given = listOf(message, "examples")
    .slice(0, channelLimits.examplesMax)
    .filter(isJsonObject)
    .flatMap((example): MessageExampleView[] => {
      const [payload, headers] = [own(example, "payload"), own(example, "headers")];
      if (payload === undefined && headers === undefined) return [];
      if (!fits(payload) || !fits(headers)) return [];
      return [{ title: textOf(example, "name") ?? textOf(example, "summary"), payload, headers }];
    });
  if (given.length > 0) return given;
  const made = make();
  return made === undefined || !fits(made) ? [] : [{ title: undefined, payload: made, headers: undefined }];
}
