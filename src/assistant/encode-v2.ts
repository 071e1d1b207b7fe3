import { type AnswerEvent, type Encode, SourceList } from "./answer-event.ts";

/**
 * The UI message stream of chat SDK version 5 and later. Early patch releases reject parts with unknown keys, so only
 * keys that all of them accept are sent; the thread ID is part of the message metadata.
 */
export function createV2Encoder(): Encode {
  const sources = new SourceList();
  let threadId = "";
  let texts = 0;
  let isTextOpen = false;

  const textId = () => `txt_${texts}`;
  const textDelta = (delta: string) => data({ type: "text-delta", id: textId(), delta });

  function openText(): string {
    if (isTextOpen) return "";
    isTextOpen = true;
    texts += 1;
    return data({ type: "text-start", id: textId() });
  }

  function closeText(): string {
    if (!isTextOpen) return "";
    isTextOpen = false;
    return data({ type: "text-end", id: textId() });
  }

  return (event: AnswerEvent) => {
    switch (event.type) {
      case "start":
        threadId = event.threadId;
        return data({ type: "start", messageId: event.messageId, messageMetadata: { threadId } });
      case "step-start":
        return data({ type: "start-step" });
      case "search-call":
        return data({
          type: "tool-input-available",
          toolCallId: event.callId,
          toolName: "search",
          input: { query: event.query },
        });
      case "search-result":
        return data({ type: "tool-output-available", toolCallId: event.callId, output: event.pages });
      case "meanwhile": {
        const pages = event.pages.map(({ url, metadata: { title } }) => ({ url, metadata: { title } }));
        const { outcome, text } = event;
        return data({ type: "data-meanwhile", data: { outcome, text, sources: pages }, transient: true });
      }
      case "text":
        return openText() + textDelta(event.text);
      case "texts":
        return openText() + event.texts.map(textDelta).join("");
      case "sources":
        return (
          closeText() +
          sources
            .add(event.pages)
            .map(({ id, url, title }) => data({ type: "source-url", sourceId: id, url, title }))
            .join("")
        );
      case "step-finish":
        return closeText() + data({ type: "finish-step" });
      case "finish":
        return (
          data({ type: "data-finish", data: { type: "finish", threadId }, transient: true }) +
          data({
            type: "finish",
            messageMetadata: { type: "finish", threadId, finishReason: event.reason, ...event.kind },
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
