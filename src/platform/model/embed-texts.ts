import { AppError } from "../errors.ts";
import { traced } from "../tracing/traced.ts";
import { countCall } from "./count-model-use.ts";
import type { KeyedModel } from "./project-model.ts";

export type Embedder = KeyedModel;

const dimensionsMax = 8_192;
/** Several calls run in parallel, because some providers accept only one text per request. */
const maxParallelCalls = 4;

/** A unit vector for each text. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const attributes = { "gen_ai.operation.name": "embeddings", "gen_ai.request.model": embedder.choice.name };
  try {
    const vectors = await traced("model embeddings", { kind: "client", attributes }, () =>
      requestVectors(embedder, texts, signal),
    );
    countCall("embeddings", "done");
    return vectors;
  } catch (error) {
    const { explainFailure } = await import("./call-failure.ts");
    countCall("embeddings", explainFailure(error, embedder, signal).outcome);
    throw error;
  }
}

async function requestVectors({ choice, key }: Embedder, texts: readonly string[], abortSignal: AbortSignal) {
  const { openProvider } = await import("./open-provider.ts");
  const embedding = (await openProvider(choice, key)).embedding?.();
  if (embedding === undefined) {
    throw new AppError("bad_request", `The provider of "${choice.name}" has no embedding models; choose another one.`);
  }
  const { embedMany } = await import("ai");
  const { embeddings } = await embedMany({
    model: embedding,
    values: [...texts],
    abortSignal,
    maxRetries: 0,
    maxParallelCalls,
  });
  const vectors = embeddings.map(asVector);
  const [first] = vectors;
  const isWhole = vectors.length === texts.length && vectors.every((vector) => vector?.length === first?.length);
  if (!isWhole || first === undefined) throw new Error("the embeddings server did not return one vector per text");
  return vectors as Float32Array[];
}

function asVector(value: readonly number[]): Float32Array | undefined {
  if (value.length === 0 || value.length > dimensionsMax) return undefined;
  const vector = Float32Array.from(value, Number);
  const length = Math.hypot(...vector);
  return Number.isFinite(length) && length > 0 ? vector.map((part) => part / length) : undefined;
}
