import { type AnswerEvent, type Encode, SourceList, type Usage } from "./answer-event.ts";

/**
 * The data stream of chat SDK version 4: one line per part, starting with the part's code. Clients look for the thread
 * ID in different places, so it is sent in all of them: as data (2), as message annotation (8), and at the end for
 * clients that parse the lines (d).
 */
export function createV1Encoder(): Encode {
  const sources = new SourceList();
  let messageId = "";
  let threadId = "";
  let steps = 0;

  function startStep(): string {
    steps += 1;
    return steps === 1 ? "" : line("f", { messageId });
  }

  return (event: AnswerEvent) => {
    switch (event.type) {
      case "start":
        ({ messageId, threadId } = event);
        return line("f", { messageId }) + threadParts({ type: "start", threadId }, "28");
      case "step-start":
        return startStep();
      case "search-call":
        return line("9", { toolCallId: event.callId, toolName: "search", args: { query: event.query } });
      case "search-result":
        return line("a", { toolCallId: event.callId, result: event.pages });
      // Clients of this format have no place for it.
      case "meanwhile":
        return "";
      case "text":
        return line("0", event.text);
      case "texts":
        return event.texts.map((text) => line("0", text)).join("");
      case "sources":
        return sources
          .add(event.pages)
          .map((source) => line("h", { sourceType: "url", ...source }))
          .join("");
      case "step-finish":
        return line("e", { finishReason: event.reason, usage: usageOf(event.usage), isContinued: false });
      case "finish":
        return (
          threadParts({ type: "finish", threadId, ...event.kind }, "82") +
          line("d", {
            type: "finish",
            finishReason: event.reason,
            usage: usageOf(event.usage),
            threadId,
            ...event.kind,
          })
        );
      case "error":
        return line("3", event.sentence);
    }
  };
}

function line(code: string, value: unknown): string {
  return `${code}:${JSON.stringify(value)}\n`;
}

function threadParts(item: object, codes: string): string {
  return [...codes].map((code) => line(code, [item])).join("");
}

function usageOf({ inputTokens, outputTokens }: Usage): object {
  return { promptTokens: inputTokens, completionTokens: outputTokens };
}
