import type { AnswerEvent, Encode } from "./answer-event.ts";
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

  function text(delta: string): string {
    let open = "";
    if (!isTextOpen) {
      isTextOpen = true;
      texts += 1;
      open = data({ type: "text-start", id: `txt_${texts}` });
    }
    return open + data({ type: "text-delta", id: `txt_${texts}`, delta });
  }

  function closeText(): string {
    if (!isTextOpen) return "";
    isTextOpen = false;
    return data({ type: "text-end", id: `txt_${texts}` });
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
        return data({ type: "tool-output-available", toolCallId: event.callId, output: event.pages });
      case "text":
        return text(event.text);
      case "texts":
        return event.texts.map(text).join("");
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

function data(part: object): string {
  return `data: ${JSON.stringify(part)}\n\n`;
}
