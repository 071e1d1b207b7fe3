import type { AnswerEvent, Encode, Usage } from "./answer-event.ts";
import { encodeOnce } from "./encode-once.ts";
import { SourceList } from "./source-list.ts";

export interface V1Options {
  /** Clients before 4.1.35 fail on sources; the search result holds them anyway. */
  sendsSources: boolean;
}

/**
 * The data stream of chat SDK version 4: a line for each part, its code first. The thread is told in every way that some
 * client reads: beside the message (2), on it (8), and at the end for those who parse the lines themselves (d).
 */
export function createV1Encoder({ sendsSources }: V1Options = { sendsSources: true }): Encode {
  const sources = new SourceList();
  let messageId = "";
  let threadId = "";
  let steps = 0;

  function startStep(): string {
    steps += 1;
    const open = steps === 1 ? "" : line("f", { messageId });
    const waiting = sources.takeNew();
    if (!sendsSources) return open;
    return open + waiting.map((source) => line("h", { sourceType: "url", ...source })).join("");
  }

  return (event: AnswerEvent) => {
    switch (event.type) {
      case "start":
        ({ messageId, threadId } = event);
        return line("f", { messageId }) + beside({ type: "start", threadId }, "28");
      case "step-start":
        return startStep();
      case "search-call":
        return line("9", { toolCallId: event.callId, toolName: "search", args: { query: event.query } });
      case "search-result":
        sources.add(event.pages);
        return `a:{"toolCallId":${JSON.stringify(event.callId)},"result":${json(event.pages)}}\n`;
      case "text":
        return line("0", event.text);
      case "texts":
        return textLines(event.texts);
      case "step-finish":
        return line("e", { finishReason: event.reason, usage: usageOf(event.usage), isContinued: false });
      case "finish":
        return (
          beside({ type: "finish", threadId }, "82") +
          line("d", { type: "finish", finishReason: event.reason, usage: usageOf(event.usage), threadId })
        );
      case "error":
        return line("3", event.sentence);
    }
  };
}

const json = encodeOnce<object>(JSON.stringify);
const textLines = encodeOnce((texts: readonly string[]) => texts.map((text) => line("0", text)).join(""));

function line(code: string, value: unknown): string {
  return `${code}:${JSON.stringify(value)}\n`;
}

function beside(item: object, codes: string): string {
  return [...codes].map((code) => line(code, [item])).join("");
}

function usageOf({ inputTokens, outputTokens }: Usage): object {
  return { promptTokens: inputTokens, completionTokens: outputTokens };
}
