import { type SampleBody, type SampleRequest, sampleUrl } from "./sample-url.ts";

export function curlSample(request: SampleRequest): string {
  const { method, headers, basic, body } = request;
  const parts = [`curl --request ${method}`, `--url ${quote(sampleUrl(request))}`];
  if (basic !== undefined) parts.push(`--user ${quote(basic.join(":"))}`);
  for (const [name, value] of headers) parts.push(`--header ${quote(`${name}: ${value}`)}`);
  parts.push(...bodyParts(body));
  return parts.join(" \\\n  ");
}

function bodyParts(body: SampleBody | undefined): string[] {
  switch (body?.kind) {
    case "json":
      return [`--data ${quote(JSON.stringify(body.value, null, 2))}`];
    case "form":
      return body.fields.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
    case "multipart":
      // `--form` would read a file if a value starts with @ or <, and placeholders start with <.
      return body.parts.map(({ name, value, isFile }) =>
        isFile ? `--form ${quote(`${name}=@file`)}` : `--form-string ${quote(`${name}=${value}`)}`,
      );
    case "text":
      return [`--data-raw ${quote(body.text)}`];
    case "file":
      return ["--data-binary @file"];
    default:
      return [];
  }
}

/** In a quoted string, only the single quote is special: the string is closed before it and reopened after it. */
function quote(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", "'\\''")}'`;
}
