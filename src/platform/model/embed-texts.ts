import { readReply } from "../read-reply.ts";
import type { ModelChoice } from "./model-choice.ts";

export interface Embedder {
  choice: ModelChoice;
  key: string | undefined;
}

const replyBytesMax = 64 * 1024 * 1024;
const dimensionsMax = 8_192;

/** A unit vector for each text, from the embeddings endpoint of an OpenAI-compatible server. */
export async function embedTexts(
  { choice, key }: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const response = await fetch(`${choice.url}/embeddings`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: choice.model, input: texts, encoding_format: "float" }),
    redirect: "error",
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the embeddings server responded with ${response.status}`);
  }
  return readVectors(JSON.parse((await readReply(response, replyBytesMax, tooLong)).toString()), texts.length);
}

function tooLong(): Error {
  return new Error("the response of the embeddings server is too large");
}

/** In the order of the texts, whatever order the server returns. */
function readVectors(reply: unknown, count: number): Float32Array[] {
  const data = (reply as { data?: unknown } | null)?.data;
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [position, item] of (Array.isArray(data) ? data : []).entries()) {
    const { index = position, embedding } = (item ?? {}) as { index?: number; embedding?: unknown };
    vectors[index] = asVector(embedding);
  }
  const [first] = vectors;
  const isWhole = vectors.length === count && vectors.every((vector) => vector?.length === first?.length);
  if (!isWhole || first === undefined) throw new Error("the embeddings server did not return one vector per text");
  return vectors as Float32Array[];
}

function asVector(value: unknown): Float32Array | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > dimensionsMax) return undefined;
  const vector = Float32Array.from(value, Number);
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((part) => part / length) : undefined;
}
