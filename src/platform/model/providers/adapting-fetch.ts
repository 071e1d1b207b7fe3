import { readReply } from "../../read-reply.ts";

const refusalBytesMax = 100_000;

/**
 * Servers with the OpenAI protocol differ in the parameters they accept, and their error message names the rejected
 * one. Such a request is sent once more without that parameter or with its other name. The choice is remembered while
 * the model is open.
 */
export function createAdaptingFetch(send: typeof fetch): typeof fetch {
  const needed = new Set<Adaptation>();
  return async (input, options) => {
    for (;;) {
      const body = parse(options?.body);
      for (const adaptation of needed) adaptation.apply(body);
      const response = await send(input, body && options ? { ...options, body: JSON.stringify(body) } : options);
      if (body === undefined || (response.status !== 400 && response.status !== 422)) return response;
      const text = (await readReply(response, refusalBytesMax, tooLong)).toString();
      const adaptation = adaptations.find((one) => !needed.has(one) && one.isAskedFor(text, body));
      if (adaptation === undefined) return new Response(text, response);
      needed.add(adaptation);
    }
  };
}

type Body = Record<string, unknown>;

interface Adaptation {
  isAskedFor(refusal: string, body: Body): boolean;
  apply(body: Body | undefined): void;
}

const adaptations: readonly Adaptation[] = [
  {
    // Reasoning models also count their reasoning tokens, and refuse the old name of the limit.
    isAskedFor: (refusal, body) => "max_tokens" in body && /max_completion_tokens|'max_tokens'/.test(refusal),
    apply: (body) => {
      if (body?.max_tokens === undefined) return;
      body.max_completion_tokens = body.max_tokens;
      delete body.max_tokens;
    },
  },
  {
    // Without this option, usage is estimated.
    isAskedFor: (refusal, body) => "stream_options" in body && refusal.includes("stream_options"),
    apply: (body) => {
      if (body !== undefined) delete body.stream_options;
    },
  },
];

function parse(body: RequestInit["body"]): Body | undefined {
  return typeof body === "string" ? JSON.parse(body) : undefined;
}

function tooLong(): Error {
  return new Error("the error message of the model's server is too long");
}
