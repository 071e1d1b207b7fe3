import { jsonSchema, stepCountIs, streamText, tool } from "ai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../../test/support/model-server.ts";
import { embedTexts } from "../embed-texts.ts";
import { type ModelChoice, readModelChoice } from "../model-choice.ts";
import { openModel } from "../open-model.ts";
import { testModel } from "../test-model.ts";

interface Case {
  name: string;
  url?: string;
  key?: string;
  /** The address at which requests arrive, without the provider's origin. */
  address: string;
  /** Reads the parameter that limits the output. */
  limit(body: Record<string, unknown>): unknown;
  embeds?: string;
}

const inner = (name: string, parameter: string) => (body: Record<string, unknown>) =>
  (body[name] as Record<string, unknown> | undefined)?.[parameter];
const awsKey = "AKIAEXAMPLE:aws-secret";
const anthropicOnBedrock = "anthropic.claude-sonnet-4-5-20250929-v1:0";

/** 1,000 tokens for the answer, and 8,000 more for reasoning models. */
const cases: readonly Case[] = [
  {
    name: "openai/gpt-5",
    address: "https://api.openai.com/v1/responses",
    limit: ({ max_output_tokens }) => max_output_tokens,
    embeds: "openai/text-embedding-3-small",
  },
  {
    name: "openai/gpt-5-mini",
    url: "https://gateway.test/v1",
    address: "https://gateway.test/v1/chat/completions",
    limit: ({ max_completion_tokens }) => max_completion_tokens,
  },
  {
    name: "anthropic/claude-sonnet-4-5",
    address: "https://api.anthropic.com/v1/messages",
    limit: ({ max_tokens }) => max_tokens,
  },
  {
    name: "google/gemini-2.5-flash",
    address: "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent",
    limit: inner("generationConfig", "maxOutputTokens"),
    embeds: "google/gemini-embedding-001",
  },
  {
    name: `bedrock/${anthropicOnBedrock}`,
    url: "https://bedrock-runtime.eu-central-1.amazonaws.com",
    key: awsKey,
    address: `https://bedrock-runtime.eu-central-1.amazonaws.com/model/${encodeURIComponent(anthropicOnBedrock)}/converse-stream`,
    limit: inner("inferenceConfig", "maxTokens"),
    embeds: "bedrock/amazon.titan-embed-text-v2:0",
  },
  {
    name: "bedrock/amazon.nova-pro-v1:0",
    key: "bedrock-api-key",
    address: "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse-stream",
    limit: inner("inferenceConfig", "maxTokens"),
  },
  {
    name: "azure/our-model",
    url: "https://acme.openai.azure.com",
    address: "https://acme.openai.azure.com/openai/v1/responses",
    limit: ({ max_output_tokens }) => max_output_tokens,
    embeds: "azure/our-embeddings",
  },
  {
    name: "azure/our-old-model",
    url: "https://acme.openai.azure.com/openai/deployments/our-old-model/chat/completions?api-version=2024-10-21",
    address: "https://acme.openai.azure.com/openai/deployments/our-old-model/chat/completions?api-version=2024-10-21",
    limit: ({ max_tokens }) => max_tokens,
  },
  {
    name: "mistral/mistral-large-latest",
    address: "https://api.mistral.ai/v1/chat/completions",
    limit: ({ max_tokens }) => max_tokens,
    embeds: "mistral/mistral-embed",
  },
  {
    name: "groq/llama-3.3-70b-versatile",
    address: "https://api.groq.com/openai/v1/chat/completions",
    limit: ({ max_tokens }) => max_tokens,
  },
  {
    name: "openrouter/meta-llama/llama-4",
    address: "https://openrouter.ai/api/v1/chat/completions",
    limit: ({ max_tokens }) => max_tokens,
  },
  {
    name: "ollama/llama3.3",
    address: "http://127.0.0.1:11434/v1/chat/completions",
    limit: ({ max_tokens }) => max_tokens,
    embeds: "ollama/nomic-embed-text",
  },
  {
    name: "gpt-5-at-a-compatible-server",
    url: "https://ai.test/v1",
    address: "https://ai.test/v1/chat/completions",
    limit: ({ max_completion_tokens }) => max_completion_tokens,
  },
  {
    name: "mistral-at-a-compatible-server",
    url: "https://ai.test/v1",
    address: "https://ai.test/v1/chat/completions",
    limit: ({ max_tokens }) => max_tokens,
  },
];

let server: ModelServer;
let addresses: string[];

beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  server.requests.length = 0;
  server.script = [];
  addresses = [];
});
afterAll(() => server.close());

/** The model at the provider's own address, with a fetch that leads to the scripted server. */
function chosen(name: string, url = ""): ModelChoice {
  const choice = readModelChoice(name, url);
  if (choice === undefined) throw new Error("no model");
  return {
    ...choice,
    fetch: (input, options) => {
      const address = new URL(input instanceof Request ? input.url : input);
      address.searchParams.delete("alt");
      addresses.push(address.href);
      const headers = new Headers(options?.headers);
      headers.set("x-forwarded-host", address.host);
      return fetch(new URL(address.pathname + address.search, server.url), { ...options, headers });
    },
  };
}

const instructions = "You answer from the docs.";

async function ask(choice: ModelChoice, key: string, use: "answers" | "jobs" = "answers") {
  const { model } = await openModel(choice, key, use);
  const found: unknown[] = [];
  const result = streamText({
    model,
    instructions,
    prompt: "How do I install it?",
    maxOutputTokens: 1_000,
    maxRetries: 0,
    stopWhen: stepCountIs(3),
    tools: {
      search: tool({
        description: "Searches.",
        inputSchema: jsonSchema<{ query: string }>({
          type: "object",
          properties: { query: { type: "string" } },
          required: ["query"],
          additionalProperties: false,
        }),
        execute: async (input) => {
          found.push(input);
          return "Run apt install acme.";
        },
      }),
    },
    onError: () => {},
  });
  let text = "";
  let thoughts = "";
  for await (const part of result.stream) {
    if (part.type === "text-delta") text += part.text;
    if (part.type === "reasoning-delta") thoughts += part.text;
    if (part.type === "error") throw part.error;
  }
  return { text, thoughts, found, usage: await result.usage };
}

describe.each(cases)("$name at $address", ({ name, url, key = "model-key", address, limit, embeds }) => {
  beforeEach(() => {
    server.key = key;
  });

  test("the model searches, thinks and answers, and its usage is counted", async () => {
    server.script = [
      { calls: [{ name: "search", input: { query: "install" } }], usage: { input: 100, output: 5 } },
      { reasoning: ["The page says apt."], text: ["Run ", "apt."], usage: { input: 120, output: 7 } },
    ];
    const { text, thoughts, found, usage } = await ask(chosen(name, url), key);
    expect({ text, found }).toEqual({ text: "Run apt.", found: [{ query: "install" }] });
    // OpenAI's chat completions don't return reasoning.
    const isSilent = name === "openai/gpt-5-mini" || name === "azure/our-old-model";
    expect(thoughts).toBe(isSilent ? "" : "The page says apt.");
    expect(usage).toMatchObject({ inputTokens: 220, outputTokens: 12 });
    expect(new Set(addresses)).toEqual(new Set([address]));
    const [first] = server.requests;
    const last = server.requests.at(-1);
    expect(first?.tools).toEqual(["search"]);
    expect(JSON.stringify(last?.messages)).toContain("Run apt install acme.");
    expect(JSON.stringify(first?.messages)).toContain(instructions);
    expect([1_000, 9_000]).toContain(limit(last?.body ?? {}));
  });

  test("a failed call is explained in plain words without the key", async () => {
    const check = async (status: number, message?: string) => {
      server.script = [{ status, ...(message !== undefined && { message }) }];
      return (await testModel({ choice: chosen(name, url), key }, new AbortController().signal)).problem;
    };
    const { host } = new URL(address);
    server.script = [{ text: ["OK"] }];
    expect(await testModel({ choice: chosen(name, url), key }, new AbortController().signal)).toMatchObject({
      problem: null,
    });
    expect(await check(429)).toBe(`${host} refused because of a rate limit or an exhausted quota.`);
    expect(await check(404)).toContain("doesn't know the model");
    expect(await check(503)).toBe(`${host} is overloaded or down (status 503).`);
    const refused = await check(400, `No model for ${key}.`);
    expect(refused).toMatch(/refused the request with status 400\. It says: No model for \(hidden\)/);
    const rejected = await testModel({ choice: chosen(name, url), key: "AKIAOTHER:other" }, AbortSignal.timeout(9_000));
    expect(rejected.problem).toBe(`${host} rejected the key.`);
  });

  test.runIf(embeds !== undefined)("embeddings are returned in the order of the texts", async () => {
    const choice = chosen(embeds ?? "", url);
    const vectors = await embedTexts({ choice, key }, ["a", "longer"], AbortSignal.timeout(9_000));
    const expected = [1, 6].map((length) => Math.fround(length / Math.hypot(length, 10)));
    expect(vectors.map(([first]) => first)).toEqual(expected.map((value) => expect.closeTo(value, 5)));
  });
});

describe("provider differences", () => {
  beforeEach(() => {
    server.key = undefined;
    server.fallback = () => ({ text: ["OK"] });
  });

  test("Anthropic caches the instructions and, in a job, the steps so far", async () => {
    const choice = chosen("anthropic/claude-sonnet-4-5");
    await ask(choice, "k");
    await ask(choice, "k", "jobs");
    const ephemeral = { cache_control: { type: "ephemeral" } };
    const [answer, job] = server.requests.map(({ body }) => body);
    expect(answer).toMatchObject({ system: [ephemeral] });
    expect(JSON.stringify(answer?.messages)).not.toContain("cache_control");
    expect(job).toMatchObject({ system: [ephemeral], messages: [{ content: [ephemeral] }] });
  });

  test("Bedrock is asked to cache only for models that support it", async () => {
    await ask(chosen(`bedrock/${anthropicOnBedrock}`), awsKey);
    await ask(chosen("bedrock/meta.llama3-1-70b-instruct-v1:0"), awsKey);
    const [claude, llama] = server.requests.map(({ body }) => JSON.stringify(body.system));
    expect(claude).toContain("cachePoint");
    expect(llama).not.toContain("cachePoint");
  });

  test("OpenAI is asked to store no conversation, and is sent the reasoning of earlier steps", async () => {
    server.script = [{ calls: [{ name: "search", input: { query: "x" } }] }, { text: ["OK"] }];
    await ask(chosen("openai/gpt-5"), "k");
    expect(server.requests.map(({ body }) => body.store)).toEqual([false, false]);
    expect(server.requests[0]?.body.include).toEqual(["reasoning.encrypted_content"]);
  });

  test("the reasoning effort is sent, and the token limit leaves room for the answer", async () => {
    const effort = (name: string, reasoning: ModelChoice["reasoning"], url?: string) =>
      ask({ ...chosen(name, url), ...(reasoning && { reasoning }) }, "k");
    await effort("openai/gpt-5", "high");
    await effort("google/gemini-2.5-flash", "low");
    await effort("groq/openai/gpt-oss-120b", "low");
    await effort("openai/gpt-4.1", undefined);
    const [openai, google, groq, plain] = server.requests.map(({ body }) => body);
    expect(openai).toMatchObject({ reasoning: { effort: "high" }, max_output_tokens: 17_000 });
    expect(google).toMatchObject({ generationConfig: { maxOutputTokens: 5_000, thinkingConfig: {} } });
    expect(groq).toMatchObject({ reasoning_effort: "low", max_tokens: 5_000 });
    expect(plain).toMatchObject({ max_output_tokens: 1_000 });
  });

  test("API keys of other programs in the environment are never used", async () => {
    const names = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID"];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = "from-the-environment";
    try {
      for (const name of ["openai/gpt-5", "anthropic/claude-sonnet-4-5", "bedrock/amazon.nova-pro-v1:0"]) {
        await testModel({ choice: chosen(name), key: undefined }, AbortSignal.timeout(9_000));
      }
    } finally {
      for (const [place, name] of names.entries()) {
        const value = before[place];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(server.requests).toHaveLength(3);
    expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toContain("from-the-environment");
  });

  test("asking a provider without embeddings for an embedding is refused with a clear message", async () => {
    const embedder = { choice: chosen("anthropic/claude-sonnet-4-5"), key: "k" };
    await expect(embedTexts(embedder, ["a"], AbortSignal.timeout(9_000))).rejects.toThrow("has no embedding models");
  });

  test("a redirect isn't followed, because the key would be sent along", async () => {
    server.script = [{ status: 307, headers: { location: "/elsewhere" } }];
    const { problem } = await testModel(
      { choice: chosen("anthropic/claude-sonnet-4-5"), key: "k" },
      AbortSignal.timeout(9_000),
    );
    expect(problem).not.toBeNull();
    expect(server.requests).toHaveLength(1);
  });
});
