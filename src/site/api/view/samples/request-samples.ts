import { sampleLanguages } from "../../../source/config/sample-languages.ts";
import type { ApiPageOptions } from "../../../source/page-api.ts";
import type { OperationView } from "../api-view.ts";
import { curlSample } from "./curl-sample.ts";
import { goSample } from "./go-sample.ts";
import { javascriptSample } from "./javascript-sample.ts";
import { pythonSample } from "./python-sample.ts";
import { isJsonType, type SampleChoice, type SampleRequest, sampleRequest } from "./sample-request.ts";

export interface CodeSample {
  title: string;
  /** The name of the language for the highlighter. */
  language: string;
  code: string;
}

interface SampleWriter {
  title: string;
  language: string;
  names: readonly string[];
  write(request: SampleRequest): string;
}

const writers: readonly SampleWriter[] = [
  { title: "cURL", language: "bash", names: sampleLanguages.curl, write: curlSample },
  {
    title: "JavaScript",
    language: "javascript",
    names: sampleLanguages.javascript,
    write: javascriptSample,
  },
  { title: "Python", language: "python", names: sampleLanguages.python, write: pythonSample },
  { title: "Go", language: "go", names: sampleLanguages.go, write: goSample },
];

/** How to call an operation: the author's own samples first, then one in each language that the settings ask for. */
function requestSamples(view: OperationView, options: ApiPageOptions, first: SampleChoice | undefined): CodeSample[] {
  const own = view.samples.map(({ language, label, source }) => ({
    title: titleOf(label, language),
    language: language.toLowerCase(),
    code: source,
  }));
  if (!options.generatesSamples || view.kind === "webhook") return own;
  const made = madeSamples(view, options, first);
  const taken = new Set(own.map(({ title }) => title.toLowerCase()));
  return [...own, ...made.filter(({ title }) => !taken.has(title.toLowerCase()))];
}

export interface ExampleSamples {
  title: string | undefined;
  samples: CodeSample[];
}

const examplesMax = 6;
/** A page must not be too large only because its examples are: each is written in several languages. */
const codeLengthMax = 400_000;

/** The samples for each example of the body. The author's own samples stand with the first one. */
export function samplesByExample(view: OperationView, options: ApiPageOptions): ExampleSamples[] {
  const [first, ...others] = bodyChoices(view);
  const own = requestSamples(view, options, first);
  const all: ExampleSamples[] = [{ title: first?.title, samples: own }];
  if (!options.generatesSamples || view.kind === "webhook") return all;
  let length = lengthOf(own);
  for (const choice of others) {
    const samples = madeSamples(view, options, choice);
    length += lengthOf(samples);
    if (samples.length === 0 || length > codeLengthMax) break;
    all.push({ title: choice.title, samples });
  }
  return all;
}

type TitledChoice = SampleChoice & { title: string | undefined };

/** Every example of the first type of body, and one of each other type that is written in another way. */
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
  return isJsonType(type) ? "json" : (type.split(";")[0]?.trim().toLowerCase() ?? "");
}

function lengthOf(samples: CodeSample[]): number {
  return samples.reduce((sum, { code }) => sum + code.length, 0);
}

function madeSamples(view: OperationView, options: ApiPageOptions, choice: SampleChoice | undefined): CodeSample[] {
  const request = sampleRequest(view, options, choice);
  return chosenWriters(options.languages).map(({ title, language, write }) => ({
    title,
    language,
    code: write(request),
  }));
}

function chosenWriters(languages: readonly string[]): SampleWriter[] {
  const chosen = languages.flatMap((word) => writers.find(({ names }) => names.includes(word.toLowerCase())) ?? []);
  return [...new Set(chosen)];
}

function titleOf(label: string, language: string): string {
  if (label !== "" && label !== language) return label;
  return writers.find(({ names }) => names.includes(language.toLowerCase()))?.title ?? (label || "Sample");
}
