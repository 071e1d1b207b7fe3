import { hasBearer, type Protocol, type SeenMessage, sendEvent } from "./protocol.ts";

/** OpenAI's chat completions, which Groq, Mistral, OpenRouter, Ollama and older versions of Azure also support. */
export const chatCompletions: Protocol = {
  contentType: "text/event-stream",
  matches: (path) => path.endsWith("/chat/completions"),
  isAuthorized: (headers, key) => hasBearer(headers, key) || headers["api-key"] === key,
  read: (path, { model, messages, tools = [] }) => ({
    // Azure's path contains the deployment.
    model: /\/deployments\/([^/]+)\//.exec(path)?.[1] ?? String(model),
    messages: messages as SeenMessage[],
    tools: (tools as { function: { name: string } }[]).map((tool) => tool.function.name),
  }),
  findProblem({ model, max_tokens, stream_options, stream }) {
    if (/^(?:o\d|gpt-5)/.test(String(model)) && max_tokens !== undefined) {
      return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    }
    if (/^mistral/.test(String(model)) && stream_options !== undefined) {
      return "Extra inputs are not permitted: stream_options";
    }
    return stream_options !== undefined && stream !== true
      ? "The 'stream_options' parameter is only allowed when 'stream' is enabled."
      : undefined;
  },
  failure: (status, message) => ({
    error: { message, type: status === 429 ? "requests" : "invalid_request_error", param: null, code: null },
  }),
  open(write, { model }) {
    const send = (delta: object, rest: object = { finish_reason: null }, usage?: object) =>
      sendEvent(write, {
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1_700_000_000,
        model,
        choices: [{ index: 0, delta, ...rest }],
        ...(usage && { usage }),
      });
    let calls = 0;
    return {
      begin: () => send({ role: "assistant", content: "" }),
      // The field of OpenRouter and Ollama; OpenAI doesn't return reasoning.
      thought: (text) => send({ reasoning: text }),
      text: (content) => send({ role: "assistant", content }),
      call(id, name, input) {
        const call = { index: calls++, id, type: "function", function: { name, arguments: JSON.stringify(input) } };
        send({ role: "assistant", tool_calls: [call] });
      },
      end(finish, { input, output }) {
        const counts = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
        send({}, { finish_reason: finish }, counts);
        write("data: [DONE]\n\n");
      },
    };
  },
};

/** Like chat completions, but usage is in a separate field. */
export const groq: Protocol = {
  ...chatCompletions,
  matches: (path, host) => chatCompletions.matches(path, host) && host === "api.groq.com",
  open(write, asked) {
    const writer = chatCompletions.open(write, asked);
    return {
      ...writer,
      end(finish, { input, output }) {
        const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
        const choices = [{ index: 0, delta: {}, finish_reason: finish }];
        sendEvent(write, { id: "chatcmpl-1", created: 1_700_000_000, choices, x_groq: { id: "req_1", usage } });
        write("data: [DONE]\n\n");
      },
    };
  },
};

/** Reasoning is part of the content, and errors have no envelope. */
export const mistral: Protocol = {
  ...chatCompletions,
  matches: (path, host) => chatCompletions.matches(path, host) && host === "api.mistral.ai",
  failure: (status, message) => ({ object: "error", message, type: "invalid_request", param: null, code: `${status}` }),
  open(write, asked) {
    const writer = chatCompletions.open(write, asked);
    return {
      ...writer,
      thought(text) {
        const content = [{ type: "thinking", thinking: [{ type: "text", text }] }];
        const choices = [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }];
        sendEvent(write, { id: "chatcmpl-1", created: 1_700_000_000, model: asked.model, choices });
      },
    };
  },
};
