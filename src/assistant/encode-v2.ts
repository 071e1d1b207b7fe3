import type { AnswerEvent, Encode } from "./answer-event.ts";
import { encodeOnce } from "./encode-once.ts";
import { SourceList } from "./source-list.ts";

/**
 * The UI message stream of chat SDK version 5 and later. Early patches of each version refuse a part with any key they do
 * not know, so only what all of them accept is sent, and the thread travels as metadata of the message.
 */
export function createV2Encoder(): Encode {
  const sources = new SourceList();
  let threadId = "";
  let texts = 0;
  let isTextOpen = false;

  function openText(): string {
    if (isTextOpen) return "";
    isTextOpen = true;
    texts += 1;
    return data({ type: "text-start", id: textId(texts) });
  }

  function closeText(): string {
    if (!isTextOpen) return "";
    isTextOpen = false;
    return data({ type: "text-end", id: textId(texts) });
  }

  return (event: AnswerEvent) => {
    switch (event.type) {
      case "start":
        threadId = event.threadId;
        return data({ type: "start", messageId: event.messageId, messageMetadata: { threadId } });
      case "step-start":
        return (
          data({ type: "start-step" }) +
          sources
            .takeNew()
            .map(({ id, url, title }) => data({ type: "source-url", sourceId: id, url, title }))
            .join("")
        );
      case "search-call":
        return data({
          type: "tool-input-available",
          toolCallId: event.callId,
          toolName: "search",
          input: { query: event.query },
        });
      case "search-result":
        sources.add(event.pages);
        return `data: {"type":"tool-output-available","toolCallId":${JSON.stringify(event.callId)},"output":${json(event.pages)}}\n\n`;
      case "text":
        return openText() + textDelta(texts, event.text);
      case "texts":
        return openText() + (texts === 1 ? firstText(event.texts) : textDeltas(texts, event.texts));
      case "step-finish":
        return closeText() + data({ type: "finish-step" });
      case "finish":
        return (
          data({ type: "data-finish", data: { type: "finish", threadId }, transient: true }) +
          data({
            type: "finish",
            messageMetadata: { type: "finish", threadId, finishReason: event.reason, ...event.missing },
          }) +
          "data: [DONE]\n\n"
        );
      case "error":
        return `${data({ type: "error", errorText: event.sentence })}data: [DONE]\n\n`;
    }
  };
}

const json = encodeOnce<object>(JSON.stringify);
const firstText = encodeOnce((texts: readonly string[]) => textDeltas(1, texts));

function textDeltas(number: number, texts: readonly string[]): string {
  return texts.map((text) => textDelta(number, text)).join("");
}

function textDelta(number: number, delta: string): string {
  return data({ type: "text-delta", id: textId(number), delta });
}

function textId(number: number): string {
  return `txt_${number}`;
}

function data(part: object): string {
  return `data: ${JSON.stringify(part)}\n\n`;
}
