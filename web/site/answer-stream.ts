/** A page that the assistant has found. */
export interface Source {
  title: string;
  /** The address of the page. Its fragment is the section that fits best. */
  url: string;
  section: string | undefined;
}

/** The kind of reply, which the server sends at the end. */
export interface Ending {
  /** Undefined if the server doesn't send it. */
  outcome: string | undefined;
  /** The closest pages, if no page contains the answer. */
  nearest: readonly string[];
  /** Whether a language model has written the answer. */
  isByModel: boolean;
  /** Why the server answered without its language model. Undefined if the server has no model or the model answered. */
  modelProblem: string | undefined;
  /** False if the answer should cite a page and doesn't. */
  isCited: boolean;
}

/** The built-in reply, sent while the language model is silent. */
export interface Meanwhile {
  outcome: string | undefined;
  text: string;
  sources: readonly Source[];
}

/** A part of an answer's stream. */
type AnswerPart =
  | { type: "start"; messageId: string; threadId: string | undefined }
  | { type: "sources"; sources: Source[] }
  | { type: "text"; text: string }
  | { type: "meanwhile"; reply: Meanwhile }
  | { type: "finish"; ending: Ending }
  | { type: "error"; sentence: string };

const lineCharactersMax = 1_000_000;
const sourcesMax = 50;

/**
 * Reads the UI message stream of `POST /discovery/v2/…/message`. Skips unknown parts, which newer servers may send.
 * Throws if the stream ends without the final part, because it was then cut off.
 */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerPart> {
  let isWhole = false;
  for await (const data of readLines(body)) {
    if (data === "[DONE]") return;
    const part = parsePart(data);
    if (part === undefined) continue;
    yield part;
    if (part.type === "finish" || part.type === "error") isWhole = true;
  }
  if (!isWhole) throw new Error("The answer was cut off.");
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let held = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      held += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = held.split("\n");
      held = done ? "" : (lines.pop() ?? "");
      if (held.length > lineCharactersMax) throw new Error("The answer has an unknown format.");
      for (const line of lines) if (line.startsWith("data:")) yield line.slice(5).trim();
      if (done) return;
    }
  } finally {
    // Also aborts the request when the caller stops reading.
    await reader.cancel().catch(() => undefined);
  }
}

function parsePart(data: string): AnswerPart | undefined {
  const part = parseJson(data);
  switch (part?.type) {
    case "start":
      return {
        type: "start",
        messageId: text(part.messageId) ?? "",
        threadId: text(record(part.messageMetadata).threadId),
      };
    case "tool-output-available":
      return { type: "sources", sources: readSources(part.output) };
    case "source-url":
      return { type: "sources", sources: readSources([{ url: part.url, metadata: part }]) };
    case "text-delta":
      return { type: "text", text: text(part.delta) ?? "" };
    case "data-meanwhile": {
      const reply = record(part.data);
      const sources = readSources(reply.sources);
      return { type: "meanwhile", reply: { outcome: text(reply.outcome), text: text(reply.text) ?? "", sources } };
    }
    case "finish":
      return { type: "finish", ending: readEnding(record(part.messageMetadata)) };
    case "error":
      return { type: "error", sentence: text(part.errorText) ?? "" };
    default:
      return undefined;
  }
}

/** Reads the metadata of the last part, which is the same in both formats. */
export function readEnding({ outcome, nearest, answeredBy, modelProblem, cited }: Record<string, unknown>): Ending {
  const pages = Array.isArray(nearest) ? nearest.slice(0, sourcesMax).filter((url) => typeof url === "string") : [];
  return {
    outcome: text(outcome),
    nearest: pages,
    isByModel: answeredBy === "model",
    modelProblem: text(modelProblem),
    isCited: cited !== false,
  };
}

function readSources(output: unknown): Source[] {
  if (!Array.isArray(output)) return [];
  return output.slice(0, sourcesMax).flatMap((found: unknown) => {
    const { url, metadata } = record(found);
    const address = text(url);
    if (address === undefined) return [];
    const { title, heading, breadcrumb } = record(metadata);
    const last = Array.isArray(breadcrumb) ? text(breadcrumb.at(-1)) : undefined;
    return [{ title: text(title) ?? address, url: address, section: text(heading) ?? last }];
  });
}

function parseJson(data: string): Record<string, unknown> | undefined {
  try {
    return record(JSON.parse(data));
  } catch {
    return undefined;
  }
}

/** An object of unknown shape; empty for anything else. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
