import type { Static } from "typebox";
import type { AssistantMessage } from "../contract/assistant-schemas.ts";
import { AppError } from "../platform/errors.ts";

/** A file that a reader sends with a question. Only a language model reads it. */
export type Attachment =
  | { kind: "text"; name: string; text: string }
  /** `data` is in base64. */
  | { kind: "image"; name: string; mediaType: string; data: string };

const attachmentsMax = 10;
const nameCharactersMax = 200;
const imageStarts: Readonly<Record<string, readonly string[]>> = {
  "image/png": ["89504e470d0a1a0a"],
  "image/jpeg": ["ffd8ff"],
  "image/gif": ["474946383761", "474946383961"],
  // The four bytes in between are the length of the file.
  "image/webp": ["52494646"],
};
const textTypes = new Set(["application/json", "application/xml", "application/yaml", "application/x-yaml"]);
const dataUrl = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w-]+=[^;,]*)*)(;base64)?,/i;

type MessageBody = Static<typeof AssistantMessage>;

/** The files of a message, as chat SDK 5 and later (`file` parts) or 4 (`experimental_attachments`) send them. */
export function readAttachments({ parts = [], experimental_attachments: listed }: MessageBody): Attachment[] {
  const files = [
    ...parts.filter(({ type }) => type === "file").map(({ filename, mediaType, url }) => [filename, mediaType, url]),
    ...(Array.isArray(listed) ? listed : []).map((item: Record<string, unknown> | null) => [
      item?.name,
      item?.contentType,
      item?.url,
    ]),
  ];
  if (files.length > attachmentsMax) {
    throw new AppError("bad_request", `A message can have at most ${attachmentsMax} attachments.`);
  }
  return files.map(([name, type, url]) => readAttachment(name, type, url));
}

function readAttachment(givenName: unknown, givenType: unknown, url: unknown): Attachment {
  const name = typeof givenName === "string" ? givenName.slice(0, nameCharactersMax) : "attachment";
  const head = typeof url === "string" ? dataUrl.exec(url.slice(0, nameCharactersMax * 2)) : null;
  if (typeof url !== "string" || head === null) {
    // Other addresses aren't fetched: they could lead into the server's own network.
    throw problem(name, "must be sent as a data: URL");
  }
  const [start, ownType, , base64] = head;
  const mediaType = (typeof givenType === "string" ? givenType : (ownType ?? "")).toLowerCase().split(";", 1)[0] ?? "";
  const data = decode(name, url.slice(start.length), base64 !== undefined);
  if (Object.hasOwn(imageStarts, mediaType)) return readImage(name, mediaType, data);
  if (!mediaType.startsWith("text/") && !textTypes.has(mediaType)) {
    throw problem(name, "has a type that isn't supported; send text, or a PNG, JPEG, WebP or GIF image");
  }
  try {
    return { kind: "text", name, text: new TextDecoder("utf-8", { fatal: true }).decode(data) };
  } catch {
    throw problem(name, "isn't valid UTF-8 text");
  }
}

function decode(name: string, content: string, isBase64: boolean): Uint8Array {
  if (isBase64) return Buffer.from(content, "base64");
  try {
    return Buffer.from(decodeURIComponent(content), "utf8");
  } catch {
    throw problem(name, "isn't a valid data: URL");
  }
}

function readImage(name: string, mediaType: string, data: Uint8Array): Attachment {
  const start = Buffer.from(data.subarray(0, 8)).toString("hex");
  if (!imageStarts[mediaType]?.some((known) => start.startsWith(known))) {
    throw problem(name, `isn't an image of the type ${mediaType}`);
  }
  return { kind: "image", name, mediaType, data: Buffer.from(data).toString("base64") };
}

function problem(name: string, fault: string): AppError {
  return new AppError("bad_request", `The attachment ${JSON.stringify(name)} ${fault}.`);
}
