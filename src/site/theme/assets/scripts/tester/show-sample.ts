import { curlSample } from "../../../../api/view/samples/curl-sample.ts";
import { goSample } from "../../../../api/view/samples/go-sample.ts";
import { javascriptSample } from "../../../../api/view/samples/javascript-sample.ts";
import { pythonSample } from "../../../../api/view/samples/python-sample.ts";
import { type SampleRequest, safeHeaders, sampleUrl } from "../../../../api/view/samples/sample-url.ts";
import type { TesterWords } from "./form.ts";
import { type Credential, makeSample } from "./make-request.ts";
import { colored } from "./show-response.ts";

const writers: Record<string, (request: SampleRequest) => string> = {
  bash: curlSample,
  javascript: javascriptSample,
  python: pythonSample,
  go: goSample,
};

/** Shows the request as a URL and as code in the chosen language. Only the copied text contains credentials. */
export function showSample(form: HTMLFormElement, words: TesterWords): void {
  const box = form.querySelector<HTMLElement>(".tester-sample");
  const chosen = box?.querySelector<HTMLElement>('[data-sample][aria-selected="true"]');
  const write = writers[chosen?.dataset.sample ?? ""];
  const code = box?.querySelector("code");
  if (!box || !code || !write) return;
  const sample = (credential: Credential): SampleRequest => {
    const request = makeSample(form, words, credential);
    return { ...request, headers: safeHeaders(request.headers) };
  };
  try {
    const shown = sample(hidden);
    code.replaceChildren(...colored(write(shown), token));
    const address = form.querySelector(".tester-url");
    if (address) address.textContent = sampleUrl(shown);
    const copy = box.querySelector<HTMLElement>(".copy:not(.ask-code)");
    if (copy) copy.dataset.copy = write(sample((typed, placeholder) => typed || placeholder));
  } catch {
    // While a field is incomplete, such as the JSON of an object, the last sample stays.
  }
}

const hidden: Credential = (typed, placeholder) => (typed === "" ? placeholder : "••••••••");

/** Tokens that all languages have in common: strings, numbers, options and a few keywords. */
const token =
  /(?<string>"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)|(?<number>\b\d+(?:\.\d+)?\b)|(?<attr>(?<=\s)--[a-z-]+)|(?<keyword>\b(?:await|const|defer|func|if|import|new|nil|package|None|True|False|true|false|null)\b)/g;
