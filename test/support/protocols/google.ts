import { type Protocol, type SeenMessage, sendEvent } from "./protocol.ts";

const errorNames: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
};

/** Gemini's generateContent. */
export const google: Protocol = {
  contentType: "text/event-stream",
  matches: (path) => path.includes(":streamGenerateContent"),
  isAuthorized: (headers, key) => headers["x-goog-api-key"] === key,
  read: (path, { systemInstruction, contents, tools = [] }) => ({
    model: /\/models\/([^:]+):/.exec(path)?.[1] ?? "",
    messages: [
      { role: "system", content: systemInstruction },
      ...(contents as { role: string; parts: unknown }[]).map(
        ({ role, parts }): SeenMessage => ({ role, content: parts }),
      ),
    ],
    tools: [tools].flat().flatMap((tool) => {
      const { functionDeclarations = [] } = tool as { functionDeclarations?: { name: string }[] };
      return functionDeclarations.map(({ name }) => name);
    }),
  }),
  failure: (status, message) => ({ error: { code: status, message, status: errorNames[status] ?? "INTERNAL" } }),
  open(write, { model }) {
    const send = (parts: object[], rest: object = {}, usage: object = {}) =>
      sendEvent(write, {
        candidates: [{ content: { parts, role: "model" }, index: 0, ...rest }],
        modelVersion: model,
        responseId: "response-1",
        ...usage,
      });
    return {
      begin: () => {},
      thought: (text) => send([{ text, thought: true }]),
      text: (text) => send([{ text }]),
      call: (_id, name, args) => send([{ functionCall: { name, args } }]),
      end: (finish, { input, output }) =>
        send(
          [{ text: "" }],
          { finishReason: finish === "length" ? "MAX_TOKENS" : "STOP" },
          {
            usageMetadata: {
              promptTokenCount: input,
              candidatesTokenCount: output,
              totalTokenCount: input + output,
            },
          },
        ),
    };
  },
};
