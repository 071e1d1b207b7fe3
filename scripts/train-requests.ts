import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { markValues } from "../src/agent/rules/mark-values.ts";
import { readRequest } from "../src/agent/rules/read-request.ts";
import { combine, fixedFeatures, readFeatures, stemsOf } from "../src/agent/rules/request-features.ts";
import { learnWeights } from "./learn-weights.ts";
import { hashOfExamples, type LabeledPrompt, readTunedPrompts } from "./tuned-prompts.ts";

// Writes the weights with which the built-in agent recognizes requests. Run it when the tuned prompts have changed.

/** A word that only one example has is left to its meaning. */
const examplesMin = 2;
const byteMax = 127;
const target = join(import.meta.dirname, "../src/agent/rules/request-weights.json");

const examples = readTunedPrompts().flatMap(readExamples);
const kinds = [...new Set(examples.map(({ kind }) => kind))].toSorted();
const counts = new Map<string, number>();
for (const name of examples.flatMap(({ said }) => [...new Set(combine(stemsOf(said)))])) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
const features = [...fixedFeatures, ...[...counts].filter(([, count]) => count >= examplesMin).map(([name]) => name)];
const known = new Map(features.map((name, number) => [name, number]));
const rows = examples.map(({ said, kind }) => {
  const { words, meaning } = readFeatures(said, known);
  const shares = [...words, ...Array.from(meaning, (share, at): [number, number] => [features.length + at, share])];
  return { shares: shares.filter(([, share]) => share !== 0), kind: kinds.indexOf(kind) };
});
const weights = learnWeights(rows, kinds.length, features.length + readFeatures("", known).meaning.length);
const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / byteMax;
const bytes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer).toString("base64");
const file = { trainedOn: hashOfExamples(), kinds, scale, features: features.join(","), bytes };
writeFileSync(target, `${JSON.stringify(file, null, 2)}\n`);

/** Requests for several tasks teach nothing, because it isn't known which words ask for which task. */
function readExamples({ prompt, tasks, isRemark }: LabeledPrompt): { said: string; kind: string }[] {
  if (tasks.length > 1) return [];
  const kind = tasks[0]?.[0] ?? (isRemark ? "remark" : "other");
  const hasValues = kind === "move-page" || kind === "rename-term" || kind === "replace-text";
  const marked = markValues(prompt);
  const readings = readRequest(marked.text, marked);
  const fitting = readings.filter(({ values }) => tasks.length === 0 || (values !== undefined) === hasValues);
  return fitting.map(({ said }) => ({ said, kind }));
}
