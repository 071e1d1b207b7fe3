import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { markValues } from "../src/agent/rules/mark-values.ts";
import { readRequest } from "../src/agent/rules/read-request.ts";
import { combine, fixedFeatures, readFeatures, readPlaces, stemsOf } from "../src/agent/rules/request-features.ts";
import { learnWeights } from "./learn-weights.ts";
import { hashOfExamples, type LabeledPrompt, readTunedPrompts } from "./tuned-prompts.ts";

// Writes the weights with which the built-in agent recognizes requests. Run it when the tuned prompts have changed.

/** A rarer word is left to its parts and its meaning. */
const examplesMin = 3;
const byteMax = 127;
const target = join(import.meta.dirname, "../src/agent/rules/request-weights.json");

const readings = readTunedPrompts().flatMap(readExamples);
const requests = readings.flatMap(({ said, kind }) => (kind === undefined ? [] : { said, kind }));
const counts = new Map<string, number>();
for (const name of requests.flatMap(({ said }) => [...new Set(combine(stemsOf(said)))])) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
const features = [...fixedFeatures, ...[...counts].filter(([, count]) => count >= examplesMin).map(([name]) => name)];
const known = new Map(features.map((name, number) => [name, number]));
const { scale: placeScale, bytes: placeBytes } = learn(
  readings.flatMap(({ said, isMeant }) =>
    isMeant === undefined
      ? []
      : { shares: readPlaces(said).map((place): Share => [place, 1]), kind: isMeant ? "meant" : "other" },
  ),
);
const file = {
  trainedOn: hashOfExamples(),
  features: features.join(","),
  requests: learn(requests.map(({ said, kind }) => ({ shares: [...readFeatures(said, known)], kind }))),
  places: { scale: placeScale, bytes: placeBytes },
};
writeFileSync(target, `${JSON.stringify(file, null, 2)}\n`);

type Share = [feature: number, share: number];

function learn(examples: { shares: Share[]; kind: string }[]) {
  const kinds = [...new Set(examples.map(({ kind }) => kind))].toSorted();
  const rows = examples.map(({ shares, kind }) => ({
    shares: shares.filter(([, share]) => share !== 0),
    kind: kinds.indexOf(kind),
  }));
  const size = 1 + rows.flatMap(({ shares }) => shares).reduce((most, [feature]) => Math.max(most, feature), 0);
  const weights = learnWeights(rows, kinds.length, size);
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / byteMax;
  const bytes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer).toString("base64");
  return { kinds, scale, bytes };
}

/** Requests for several tasks teach nothing, because it isn't known which words ask for which task. */
function readExamples({ prompt, tasks, isRemark }: LabeledPrompt) {
  if (tasks.length > 1) return [];
  const name = tasks[0]?.[0] ?? (isRemark ? "remark" : "other");
  const hasValues = name === "move-page" || name === "rename-term" || name === "replace-text";
  const marked = markValues(prompt);
  const seen = new Set<string>();
  return readRequest(marked.text, marked).map(({ said, values }) => {
    const isMeant =
      values &&
      hasValues &&
      [values.from, values.to].every(({ text }, at) => isSamePath(text, tasks[0]?.[at + 1] ?? ""));
    // The values of a request don't matter for its kind, so it is one example.
    const plain = said.replaceAll(/‹(?:from|to)› /g, "");
    const isExample =
      (tasks.length === 0 || (values === undefined ? !hasValues : isMeant)) && seen.size < seen.add(plain).size;
    return {
      said,
      kind: isExample ? name : undefined,
      // A request that no task does may well name two values.
      isMeant: tasks.length === 0 ? undefined : values && isMeant,
    };
  });
}

function isSamePath(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
