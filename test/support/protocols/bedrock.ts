import { crc32 } from "node:zlib";
import { hasBearer, type Protocol, type SeenMessage } from "./protocol.ts";

const stopReasons: Readonly<Record<string, string>> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
};

/** Bedrock's converse-stream, in the binary frames of AWS event streams. */
export const bedrock: Protocol = {
  contentType: "application/vnd.amazon.eventstream",
  matches: (path) => path.endsWith("/converse-stream"),
  isAuthorized(headers, key) {
    const [id = "", secret] = key.split(":");
    if (secret === undefined) return hasBearer(headers, key);
    const signed =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/bedrock\/aws4_request, SignedHeaders=[^,]+, Signature=[0-9a-f]{64}$/;
    return signed.exec(headers.authorization ?? "")?.[1] === id && headers["x-amz-date"] !== undefined;
  },
  read: (path, { system = [], messages, toolConfig }) => ({
    model: decodeURIComponent(/\/model\/([^/]+)\//.exec(path)?.[1] ?? ""),
    messages: [{ role: "system", content: system }, ...(messages as SeenMessage[])],
    tools: ((toolConfig as { tools?: { toolSpec?: { name: string } }[] })?.tools ?? []).flatMap(
      ({ toolSpec }) => toolSpec?.name ?? [],
    ),
  }),
  failure: (_status, message) => ({ message }),
  open(write) {
    const send = (type: string, payload: object) => write(encodeFrame(type, payload));
    let contentBlockIndex = -1;
    let isText = false;
    const close = () => {
      if (contentBlockIndex >= 0) send("contentBlockStop", { contentBlockIndex });
    };
    const next = () => {
      close();
      contentBlockIndex += 1;
      isText = false;
    };
    const delta = (change: object) => send("contentBlockDelta", { contentBlockIndex, delta: change });
    return {
      begin: () => send("messageStart", { role: "assistant" }),
      thought(text) {
        next();
        delta({ reasoningContent: { text } });
        delta({ reasoningContent: { signature: "signed" } });
      },
      text(text) {
        if (!isText) next();
        isText = true;
        delta({ text });
      },
      call(toolUseId, name, input) {
        next();
        send("contentBlockStart", { contentBlockIndex, start: { toolUse: { toolUseId, name } } });
        delta({ toolUse: { input: JSON.stringify(input) } });
      },
      end(finish, { input, output }) {
        close();
        send("messageStop", { stopReason: stopReasons[finish] ?? finish });
        const usage = { inputTokens: input, outputTokens: output, totalTokens: input + output };
        send("metadata", { usage, metrics: { latencyMs: 1 } });
      },
    };
  },
};

const stringHeader = 7;
const preludeBytes = 8;
const checksumBytes = 4;

/** A frame has its length, the length of the headers, a checksum, the headers, the payload and another checksum. */
function encodeFrame(type: string, payload: object): Buffer {
  const headers = Buffer.concat(
    Object.entries({ ":event-type": type, ":content-type": "application/json", ":message-type": "event" }).map(
      ([name, value]) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(value.length);
        return Buffer.concat([
          Buffer.of(name.length),
          Buffer.from(name),
          Buffer.of(stringHeader),
          length,
          Buffer.from(value),
        ]);
      },
    ),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(preludeBytes);
  prelude.writeUInt32BE(preludeBytes + checksumBytes + headers.length + body.length + checksumBytes, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([start, checksum(start)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(checksumBytes);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
