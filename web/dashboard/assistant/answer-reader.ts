import { type Ending, readEnding, record, text } from "../../site/answer-stream.ts";

export type StreamVersion = "v1" | "v2";

export interface Passage {
  title: string;
  section: string | undefined;
  path: string;
  content: string;
  score: number | undefined;
}

/** The part of an answer that has been received so far. */
export interface ReadAnswer {
  text: string;
  passages: readonly Passage[];
  threadId: string | undefined;
  messageId: string | undefined;
  error: string | undefined;
  /** Set when the answer is complete. */
  ending: Ending | undefined;
  /** The stream, byte for byte. */
  raw: string;
}

export const nothingRead: ReadAnswer = {
  text: "",
  passages: [],
  threadId: undefined,
  messageId: undefined,
  error: undefined,
  ending: undefined,
  raw: "",
};

/** Reads the next chunk of the stream. An incomplete line waits in `raw` for the rest. */
export function readMore(answer: ReadAnswer, version: StreamVersion, chunk: string): ReadAnswer {
  const held = answer.raw.slice(answer.raw.lastIndexOf("\n") + 1);
  const lines = (held + chunk).split("\n");
  lines.pop();
  const read = version === "v1" ? readV1 : readV2;
  return lines.reduce((before, line) => read(before, line), { ...answer, raw: answer.raw + chunk });
}

function readV1(answer: ReadAnswer, line: string): ReadAnswer {
  const value = parse(line.slice(2));
  switch (line.slice(0, 2)) {
    case "0:":
      return typeof value === "string" ? { ...answer, text: answer.text + value } : answer;
    case "f:":
      return { ...answer, messageId: text(record(value).messageId) ?? answer.messageId };
    case "a:":
      return addPassages(answer, record(value).result);
    case "d:":
      return { ...answer, threadId: text(record(value).threadId), ending: readEnding(record(value)) };
    case "3:":
      return { ...answer, error: text(value) };
    default:
      return answer;
  }
}

function readV2(answer: ReadAnswer, line: string): ReadAnswer {
  const part = record(line.startsWith("data: {") ? parse(line.slice(6)) : undefined);
  switch (part.type) {
    case "start":
      return { ...answer, messageId: text(part.messageId), threadId: text(record(part.messageMetadata).threadId) };
    case "text-delta":
      return { ...answer, text: answer.text + (text(part.delta) ?? "") };
    case "tool-output-available":
      return addPassages(answer, part.output);
    case "finish":
      return { ...answer, ending: readEnding(record(part.messageMetadata)) };
    case "error":
      return { ...answer, error: text(part.errorText) };
    default:
      return answer;
  }
}

function addPassages(answer: ReadAnswer, found: unknown): ReadAnswer {
  const pages = Array.isArray(found) ? found : [];
  const passages = pages.map((page): Passage => {
    const { path, content, metadata } = record(page);
    const { title, heading, score } = record(metadata);
    return {
      title: text(title) ?? text(path) ?? "",
      section: text(heading),
      path: text(path) ?? "",
      content: text(content) ?? "",
      score: typeof score === "number" ? score : undefined,
    };
  });
  return { ...answer, passages: [...answer.passages, ...passages] };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A heartbeat or the end marker.
    return undefined;
  }
}
