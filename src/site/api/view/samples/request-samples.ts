import { sampleLanguages } from "../../../source/config/api.ts";
import type { ApiPageOptions } from "../../../source/page-api.ts";
import type { OperationView } from "../api-view.ts";
import { curlSample } from "./curl-sample.ts";
import { goSample } from "./go-sample.ts";
import { javascriptSample } from "./javascript-sample.ts";
import { pythonSample } from "./python-sample.ts";
import { bareMediaType, isJsonType, type SampleChoice, sampleRequest } from "./sample-request.ts";

export interface CodeSample {
  title: string;
  /** The name of the language for the highlighter. */
  language: string;
  code: string;
}

interface ExampleSamples {
  title: string | undefined;
  samples: CodeSample[];
}

const writers = [
  { title: "cURL", language: "bash", names: sampleLanguages.curl, write: curlSample },
  { title: "JavaScript", language: "javascript", names: sampleLanguages.javascript, write: javascriptSample },
  { title: "Python", language: "python", names: sampleLanguages.python, write: pythonSample },
  { title: "Go", language: "go", names: sampleLanguages.go, write: goSample },
];

const examplesMax = 6;
/** Each example is written in several languages, so large examples would make the page too large. */
const codeLengthMax = 400_000;

/** The samples for each example of the body. The author's own samples are listed with the first example. */
export function samplesByExample(view: OperationView, options: ApiPageOptions): ExampleSamples[] {
  const own = view.samples.map(({ language, label, source }) => ({
    title: titleOf(label, language),
    language: language.toLowerCase(),
    code: source,
  }));
  const [first, ...others] = bodyChoices(view);
  if (!options.generatesSamples || view.kind === "webhook") return [{ title: first?.title, samples: own }];
  const taken = new Set(own.map(({ title }) => title.toLowerCase()));
  const made = generateSamples(view, options, first).filter(({ title }) => !taken.has(title.toLowerCase()));
  const all: ExampleSamples[] = [{ title: first?.title, samples: [...own, ...made] }];
  let length = lengthOf([...own, ...made]);
  for (const choice of others) {
    const samples = generateSamples(view, options, choice);
    length += lengthOf(samples);
    if (samples.length === 0 || length > codeLengthMax) break;
    all.push({ title: choice.title, samples });
  }
  return all;
}

type TitledChoice = SampleChoice & { title: string | undefined };

/** All examples of the first media type, and one example of each media type that is sent in another way. */
function bodyChoices({ body }: OperationView): TitledChoice[] {
  const [first, ...others] = body?.contents ?? [];
  if (first === undefined) return [];
  const kinds = new Set([bodyKind(first.type)]);
  const different = others.filter(({ type }) => {
    const isNew = !kinds.has(bodyKind(type));
    kinds.add(bodyKind(type));
    return isNew;
  });
  const examples = first.examples.length === 0 ? [{ title: undefined, value: undefined }] : first.examples;
  const choices: TitledChoice[] = examples.map(({ title, value }) => ({ content: first, value, title }));
  if (different.length > 0 && choices[0] !== undefined) choices[0].title ??= first.type;
  for (const content of different) choices.push({ content, value: content.examples[0]?.value, title: content.type });
  return choices.slice(0, examplesMax);
}

function bodyKind(type: string): string {
  return isJsonType(type) ? "json" : bareMediaType(type);
}

function lengthOf(samples: CodeSample[]): number {
  return samples.reduce((sum, { code }) => sum + code.length, 0);
}

function generateSamples(view: OperationView, options: ApiPageOptions, choice: SampleChoice | undefined): CodeSample[] {
  const request = sampleRequest(view, options, choice);
  return chosenWriters(options).map(({ title, language, write }) => ({ title, language, code: write(request) }));
}

/** The languages of the sample that follows the request tester's form. Never empty. */
export function liveLanguages(options: ApiPageOptions): { title: string; language: string }[] {
  const chosen = chosenWriters(options);
  return chosen.length > 0 ? chosen : writers.slice(0, 1);
}

function chosenWriters({ languages }: ApiPageOptions): typeof writers {
  return [...new Set(languages.flatMap((name) => findWriter(name) ?? []))];
}

function titleOf(label: string, language: string): string {
  if (label !== "" && label !== language) return label;
  return findWriter(language)?.title ?? (label || "Sample");
}

function findWriter(name: string) {
  return writers.find(({ names }) => names.some((candidate) => candidate === name.toLowerCase()));
}
