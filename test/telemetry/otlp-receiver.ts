import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** The numbers of the protocol: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  hasFailed: boolean;
  /** The attributes of the process that sent the span. */
  resource: Record<string, string | number | boolean>;
}

export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** The headers of every request so far. */
  headers: Record<string, unknown>[];
  /** All received bytes, to check that they contain no private text. */
  bytes: Buffer[];
  close(): Promise<void>;
}

/** A collector that accepts OTLP over HTTP and decodes protobuf messages by the specification's field numbers. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    receiver.headers.push({ ...request.headers, path: request.url });
    receiver.bytes.push(body);
    receiver.spans.push(...readTraces(body));
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    headers: [],
    bytes: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** ExportTraceServiceRequest → ResourceSpans → ScopeSpans → Span. */
function readTraces(body: Buffer): ReceivedSpan[] {
  return messages(body, 1).flatMap((resourceSpans) => {
    const [resource = Buffer.alloc(0)] = messages(resourceSpans, 1);
    const attributes = readAttributes(messages(resource, 1));
    return messages(resourceSpans, 2).flatMap((scope) =>
      messages(scope, 2).map((span) => ({ ...readSpan(span), resource: attributes })),
    );
  });
}

function readSpan(span: Buffer): Omit<ReceivedSpan, "resource"> {
  const hex = (field: number) => messages(span, field)[0]?.toString("hex") ?? "";
  const [status = Buffer.alloc(0)] = messages(span, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: messages(span, 5)[0]?.toString() ?? "",
    kind: Number(varint(span, 6) ?? 0n),
    attributes: readAttributes(messages(span, 9)),
    hasFailed: varint(status, 3) === 2n,
  };
}

function readAttributes(pairs: readonly Buffer[]): ReceivedSpan["attributes"] {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = "", value = Buffer.alloc(0)] = [messages(pair, 1)[0]?.toString(), messages(pair, 2)[0]];
      return [key, readValue(value)];
    }),
  );
}

function readValue(value: Buffer): string | number | boolean {
  const [field] = fields(value);
  switch (field?.number) {
    case 2:
      return field.value === 1n;
    case 3:
      return Number(field.value);
    case 4:
      return (field.value as Buffer).readDoubleLE();
    default:
      return messages(value, 1)[0]?.toString() ?? "";
  }
}

interface Field {
  number: number;
  value: bigint | Buffer;
}

function messages(message: Buffer, number: number): Buffer[] {
  return fields(message).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  );
}

function varint(message: Buffer, number: number): bigint | undefined {
  const value = fields(message).find((field) => field.number === number)?.value;
  return typeof value === "bigint" ? value : undefined;
}

/** The wire format of protobuf: a tag, then a number, eight bytes, a length with bytes, or four bytes. */
function fields(message: Buffer): Field[] {
  const found: Field[] = [];
  let at = 0;
  const number = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(number());
    const type = tag & 7;
    const value = type === 0 ? number() : bytes(type === 1 ? 8 : type === 5 ? 4 : Number(number()));
    found.push({ number: tag >> 3, value });
  }
  return found;
}
