import { type Protocol, type SeenMessage, sendEvent } from "./protocol.ts";

const stopReasons: Readonly<Record<string, string>> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
};
const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic's Messages API. */
export const anthropic: Protocol = {
  contentType: "text/event-stream",
  matches: (path) => path.endsWith("/messages"),
  isAuthorized: (headers, key) => headers["x-api-key"] === key,
  read: (_path, { model, system = [], messages, tools = [] }) => ({
    model: String(model),
    messages: [{ role: "system", content: system }, ...(messages as SeenMessage[])],
    tools: (tools as { name: string }[]).map(({ name }) => name),
  }),
  findProblem({ max_tokens, thinking }, headers) {
    if (headers["anthropic-version"] === undefined) return "anthropic-version: header is required";
    if (max_tokens === undefined) return "max_tokens: Field required";
    const { budget_tokens = 0 } = (thinking ?? {}) as { budget_tokens?: number };
    return budget_tokens >= Number(max_tokens)
      ? "`max_tokens` must be greater than `thinking.budget_tokens`."
      : undefined;
  },
  failure: (status, message) => ({ type: "error", error: { type: errorTypes[status] ?? "api_error", message } }),
  open(write, { model }) {
    const send = (type: string, data: object = {}) => sendEvent(write, { type, ...data }, type);
    let index = -1;
    let isText = false;
    const close = () => {
      if (index >= 0) send("content_block_stop", { index });
    };
    const openBlock = (content_block: object) => {
      close();
      index += 1;
      isText = false;
      send("content_block_start", { index, content_block });
    };
    const delta = (change: object) => send("content_block_delta", { index, delta: change });
    return {
      begin() {
        const usage = {
          input_tokens: 100,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          output_tokens: 1,
        };
        send("message_start", {
          message: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage,
          },
        });
        send("ping");
      },
      thought(thinking) {
        openBlock({ type: "thinking", thinking: "", signature: "" });
        delta({ type: "thinking_delta", thinking });
        delta({ type: "signature_delta", signature: "signed" });
      },
      text(text) {
        if (!isText) openBlock({ type: "text", text: "" });
        isText = true;
        delta({ type: "text_delta", text });
      },
      call(id, name, input) {
        openBlock({ type: "tool_use", id, name, input: {} });
        delta({ type: "input_json_delta", partial_json: JSON.stringify(input) });
      },
      end(finish, { input, output }) {
        close();
        send("message_delta", {
          delta: { stop_reason: stopReasons[finish] ?? finish, stop_sequence: null },
          usage: { input_tokens: input, output_tokens: output },
        });
        send("message_stop");
      },
    };
  },
};
