import { hasBearer, type Protocol, type SeenMessage, sendEvent } from "./protocol.ts";

interface Item {
  role?: string;
  type?: string;
  content?: unknown;
}

/** OpenAI's Responses API, which Azure also has. */
export const responses: Protocol = {
  contentType: "text/event-stream",
  matches: (path) => path.endsWith("/responses"),
  isAuthorized: (headers, key) => hasBearer(headers, key) || headers["api-key"] === key,
  read: (_path, { model, input, tools = [] }) => ({
    model: String(model),
    messages: (input as Item[]).map(
      ({ role, type, content, ...rest }): SeenMessage => ({ role: role ?? String(type), content: content ?? rest }),
    ),
    tools: (tools as { name: string }[]).map(({ name }) => name),
  }),
  findProblem({ max_tokens, stream_options, store, input }) {
    if (max_tokens !== undefined) return "Unsupported parameter: 'max_tokens'. Did you mean 'max_output_tokens'?";
    if (stream_options !== undefined) return "Unknown parameter: 'stream_options'.";
    const isReference = (item: Item) => item.type === "item_reference";
    return store === false && (input as Item[]).some(isReference)
      ? "Items are not persisted when `store` is set to false."
      : undefined;
  },
  failure: (status, message) => ({
    error: { message, type: status === 429 ? "requests" : "invalid_request_error", param: null, code: null },
  }),
  open(write, { model }) {
    let sequence = 0;
    let place = 0;
    const send = (type: string, data: object) => sendEvent(write, { type, sequence_number: sequence++, ...data }, type);
    const response = { id: "resp_1", object: "response", created_at: 1_700_000_000, model, status: "in_progress" };
    let message: string | undefined;
    let text = "";
    const closeMessage = () => {
      if (message === undefined) return;
      const content = [{ type: "output_text", text, annotations: [] }];
      const item = { id: message, type: "message", status: "completed", role: "assistant", content };
      send("response.output_item.done", { output_index: place++, item });
      message = undefined;
      text = "";
    };
    return {
      begin: () => send("response.created", { response: { ...response, output: [] } }),
      thought(delta) {
        const item = { id: `rs_${place}`, type: "reasoning", encrypted_content: "sealed-thought", summary: [] };
        const where = { item_id: item.id, output_index: place, summary_index: 0 };
        const part = { type: "summary_text", text: delta };
        send("response.output_item.added", { output_index: place, item });
        send("response.reasoning_summary_part.added", { ...where, part: { ...part, text: "" } });
        send("response.reasoning_summary_text.delta", { ...where, delta });
        send("response.reasoning_summary_part.done", { ...where, part });
        send("response.output_item.done", { output_index: place++, item: { ...item, summary: [part] } });
      },
      text(delta) {
        if (message === undefined) {
          message = `msg_${place}`;
          const item = { id: message, type: "message", status: "in_progress", role: "assistant", content: [] };
          send("response.output_item.added", { output_index: place, item });
        }
        text += delta;
        send("response.output_text.delta", {
          item_id: message,
          output_index: place,
          content_index: 0,
          delta,
          logprobs: [],
        });
      },
      call(id, name, input) {
        closeMessage();
        const item = { id: `fc_${place}`, type: "function_call", call_id: id, name, arguments: "" };
        const whole = JSON.stringify(input);
        send("response.output_item.added", { output_index: place, item: { ...item, status: "in_progress" } });
        const where = { item_id: item.id, output_index: place };
        send("response.function_call_arguments.delta", { ...where, delta: whole });
        send("response.function_call_arguments.done", { ...where, arguments: whole });
        const done = { ...item, arguments: whole, status: "completed" };
        send("response.output_item.done", { output_index: place++, item: done });
      },
      end(finish, { input, output }) {
        closeMessage();
        const usage = {
          input_tokens: input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input + output,
        };
        const isCut = finish === "length";
        send(isCut ? "response.incomplete" : "response.completed", {
          response: {
            ...response,
            status: isCut ? "incomplete" : "completed",
            incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
            usage,
            output: [],
          },
        });
      },
    };
  },
};
