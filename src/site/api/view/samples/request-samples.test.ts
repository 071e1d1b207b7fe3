import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { JsonValue } from "../../../source/json-value.ts";
import type { ApiPageOptions } from "../../../source/page-api.ts";
import { viewMdxEndpoint } from "../mdx-endpoint-view.ts";
import { curlSample } from "./curl-sample.ts";
import { goSample } from "./go-sample.ts";
import { javascriptSample } from "./javascript-sample.ts";
import { pythonSample } from "./python-sample.ts";
import { samplesByExample } from "./request-samples.ts";
import type { SampleRequest } from "./sample-url.ts";

/** Texts that must stay strings in the samples of every language. */
const hostile = [
  `'; rm -rf / #`,
  `"; process.exit(1); "`,
  ["`whoami` $(whoami) $", "{whoami} $HOME !!"].join(""),
  `\\' \\" \\n \\u0041 \\`,
  `line one\nline two\r\nline three`,
  `"""\n'''\n\`\`\``,
  "%s %d {0} \u2028 \u2029 \u0000 \u0007 \uFEFF",
  "@/etc/passwd",
  "<string>",
  "-X DELETE --config x",
  "emoji 🙂 and a lone \uD83D half",
];

function requestOf(text: string, kind: "json" | "form" | "multipart" | "text"): SampleRequest {
  const body = {
    json: { kind: "json", value: { [text]: [text, { nested: text }, 1, true, null], __proto__x: text } as JsonValue },
    form: { kind: "form", fields: [[text, text]] },
    multipart: {
      kind: "multipart",
      parts: [
        { name: text, value: text, isFile: false },
        { name: text, value: "", isFile: true },
      ],
    },
    text: { kind: "text", text },
  }[kind] as SampleRequest["body"];
  const headers: [string, string][] = [["X-Note", text.replaceAll(/[\r\n]+/g, " ")]];
  return { method: "POST", url: "https://example.com/a", query: [[text, text]], headers, basic: [text, text], body };
}

const kinds = ["json", "form", "multipart", "text"] as const;
const cases = hostile.flatMap((text) => kinds.map((kind) => [kind, text] as const));

test.each(cases)(
  "in a curl sample, the shell passes the description's text to curl and runs nothing else: %s %j",
  (kind, text) => {
    const request = requestOf(text, kind);
    const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${curlSample(request)}`;
    const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
    const clean = (word: string) => word.replaceAll("\0", "").toWellFormed();
    expect(words.slice(0, 3)).toEqual(["--request", "POST", "--url"]);
    expect(words.slice(4, 8)).toEqual([
      "--user",
      clean(`${text}:${text}`),
      "--header",
      clean(`X-Note: ${text.replaceAll(/[\r\n]+/g, " ")}`),
    ]);
    const sent = {
      json: ["--data", JSON.stringify(request.body?.kind === "json" ? request.body.value : null, null, 2)],
      form: ["--data-urlencode", `${text}=${text}`],
      multipart: ["--form-string", `${text}=${text}`, "--form", `${text}=@file`],
      text: ["--data-raw", text],
    }[kind];
    expect(words.slice(8)).toEqual(sent.map(clean));
  },
);

test.each(cases)("the JavaScript sample sends the description's text unchanged: %s %j", async (kind, text) => {
  const request = requestOf(text, kind);
  const calls: { url: string; options: RequestInit }[] = [];
  const fetch = async (url: string, options: RequestInit) => {
    calls.push({ url, options });
    return { text: async () => "" };
  };
  const silent = { log: () => undefined };
  const encode = () => "";
  const file = { files: [new Blob(["x"])] };
  const run = new Function(
    "fetch",
    "console",
    "btoa",
    "fileInput",
    `return (async () => {${javascriptSample(request)}})()`,
  ) as (...given: unknown[]) => Promise<void>;
  await run(fetch, silent, encode, file);
  expect(calls.length).toBe(1);
  const [call] = calls;
  expect(new URL(call?.url ?? "").searchParams.get(text.toWellFormed())).toBe(text.toWellFormed());
  if (request.body?.kind === "json") {
    expect(JSON.parse(String(call?.options.body))).toEqual(
      JSON.parse(JSON.stringify(request.body.value).replaceAll(/\\ud[89a-f]\w\w/gi, "\uFFFD")),
    );
  }
  if (kind === "text") expect(call?.options.body).toBe(text.toWellFormed());
});

/** A program without its strings. Raw strings in Go are in backticks. */
function skeleton(code: string): string {
  return code.replaceAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, "␣");
}

test.each([
  ["Python", pythonSample],
  ["Go", goSample],
] as const)("in a %s sample, the description's text can't end the string that contains it", (_, write) => {
  for (const [kind, text] of cases) {
    expect(skeleton(write(requestOf(text, kind))), text).toBe(skeleton(write(requestOf(sameShape(text), kind))));
  }
});

/** Replaces text by harmless text. Line breaks are kept, because text with line breaks is written across lines. */
function sameShape(text: string): string {
  return text.replaceAll(/[^\r\n`\0\uFEFF]/g, "x").replaceAll("`", "`");
}

test("samples send a query parameter twice if it occurs twice", () => {
  const request: SampleRequest = {
    method: "GET",
    url: "https://example.com/a",
    query: [
      ["tag", "a"],
      ["tag", "b"],
    ],
    headers: [],
    basic: undefined,
    body: undefined,
  };
  expect(pythonSample(request)).toContain('params = [\n    ("tag", "a"),\n    ("tag", "b"),\n]');
  expect(curlSample(request)).toBe("curl --request GET \\\n  --url 'https://example.com/a?tag=a&tag=b'");
});

test("samples are generated in the requested languages, or not at all if docs.json turns them off", () => {
  const server = "https://api.example.org";
  const view = viewMdxEndpoint({ kind: "mdx", method: "GET", path: "/x", servers: [server] } as never, []);
  const options = {
    languages: ["go", "curl"],
    requiredOnly: false,
    generatesSamples: true,
  } as unknown as ApiPageOptions;
  const titles = (asked: ApiPageOptions) => samplesByExample(view, asked)[0]?.samples.map(({ title }) => title);
  expect(titles(options)).toEqual(["Go", "cURL"]);
  expect(titles({ ...options, generatesSamples: false })).toEqual([]);
  const own = { ...view, samples: [{ language: "ruby", label: "Ruby", source: "get x" }] };
  const shown = samplesByExample(own, { ...options, generatesSamples: false })[0]?.samples;
  expect(shown?.map(({ code }) => code)).toEqual(["get x"]);
});
