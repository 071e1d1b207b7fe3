import type { AgentTaskName } from "../../contract/agent-tasks.ts";
import { readFeatures } from "./request-features.ts";
import weights from "./request-weights.json" with { type: "json" };

/** `other` is a request that no task does, and a `remark` asks for nothing. */
export type RequestKind = AgentTaskName | "other" | "remark";

/** How probable each kind is. The weights are learned from labeled requests by `scripts/train-requests.ts`. */
export function classifyRequest(text: string): ReadonlyMap<RequestKind, number> {
  const { words, meaning } = readFeatures(text, features);
  const sums = kinds.map(() => 0);
  const add = (feature: number, share: number) => {
    for (const kind of kinds.keys()) {
      sums[kind] = (sums[kind] ?? 0) + share * weights.scale * (bytes[feature * kinds.length + kind] ?? 0);
    }
  };
  for (const [feature, share] of words) add(feature, share);
  for (const [dimension, share] of meaning.entries()) if (share !== 0) add(features.size + dimension, share);
  return probabilities(sums);
}

const kinds = weights.kinds as RequestKind[];
const features = new Map(weights.features.split(",").map((name, number) => [name, number]));
/** A byte for each feature and kind, and after the features for each dimension of the meaning and kind. */
const bytes = new Int8Array(Buffer.from(weights.bytes, "base64"));

function probabilities(sums: readonly number[]): Map<RequestKind, number> {
  const most = Math.max(...sums);
  const shares = sums.map((sum) => Math.exp(sum - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return new Map(kinds.map((kind, at) => [kind, (shares[at] ?? 0) / total]));
}
