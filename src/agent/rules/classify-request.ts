import type { AgentTaskName } from "../../contract/agent-tasks.ts";
import { readFeatures, readPlaces } from "./request-features.ts";
import weights from "./request-weights.json" with { type: "json" };

/** `other` is a request that no task does, and a `remark` asks for nothing. */
export type RequestKind = AgentTaskName | "other" | "remark";

const requestKinds = weights.requests.kinds as RequestKind[];
const features = new Map(weights.features.split(",").map((name, number) => [name, number]));
const requestBytes = readBytes(weights.requests.bytes);
const placeBytes = readBytes(weights.places.bytes);

/** How probable each kind is. The weights are learned from labeled requests by `scripts/train-requests.ts`. */
export function classifyRequest(text: string): ReadonlyMap<RequestKind, number> {
  return probabilities(readFeatures(text, features), requestKinds, requestBytes, weights.requests.scale);
}

/** How probable it is that the two values of a request are meant, in this order. */
export function weighValues(text: string): number {
  const shares = readPlaces(text).map((place): [number, number] => [place, 1]);
  return probabilities(shares, ["meant", "other"], placeBytes, weights.places.scale).get("meant") ?? 0;
}

/** A byte for each feature and kind. */
function readBytes(bytes: string): Int8Array {
  return new Int8Array(Buffer.from(bytes, "base64"));
}

function probabilities<Kind extends string>(
  shares: Iterable<readonly [feature: number, share: number]>,
  kinds: readonly Kind[],
  bytes: Int8Array,
  scale: number,
): Map<Kind, number> {
  const sums = new Float64Array(kinds.length);
  for (const [feature, share] of shares) {
    const from = feature * kinds.length;
    for (let kind = 0; kind < kinds.length; kind += 1)
      sums[kind] = (sums[kind] ?? 0) + share * scale * (bytes[from + kind] ?? 0);
  }
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return new Map(kinds.map((kind, at) => [kind, (powers[at] ?? 0) / total]));
}
