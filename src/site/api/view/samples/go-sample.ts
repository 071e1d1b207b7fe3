import { type SampleBody, type SampleRequest, sampleUrl } from "./sample-url.ts";

export function goSample(request: SampleRequest): string {
  const { method, headers, basic, body } = request;
  const written = bodyValue(body);
  const imports = ["fmt", "io", "net/http", ...written.imports].toSorted();
  const lines = [
    ...written.lines,
    `request, err := http.NewRequest(${quote(method)}, ${quote(sampleUrl(request))}, ${written.value})`,
    ...onError,
    ...headers.map(([name, value]) => `request.Header.Set(${quote(name)}, ${quote(value)})`),
  ];
  if (written.contentType !== undefined) lines.push(`request.Header.Set("Content-Type", ${written.contentType})`);
  if (basic !== undefined) lines.push(`request.SetBasicAuth(${basic.map(quote).join(", ")})`);
  lines.push(
    "",
    "response, err := http.DefaultClient.Do(request)",
    ...onError,
    "defer response.Body.Close()",
    "",
    "reply, err := io.ReadAll(response.Body)",
    ...onError,
    "fmt.Println(string(reply))",
  );
  return [
    "package main",
    "",
    `import (\n${imports.map((name) => `\t${quote(name)}`).join("\n")}\n)`,
    "",
    "func main() {",
    ...lines.map((line) => (line === "" ? "" : `\t${line}`)),
    "}",
  ].join("\n");
}

const onError = ["if err != nil {", "\tpanic(err)", "}"];

interface WrittenBody {
  lines: string[];
  value: string;
  imports: string[];
  contentType?: string;
}

function bodyValue(body: SampleBody | undefined): WrittenBody {
  switch (body?.kind) {
    case "json":
      return fromText(longQuote(JSON.stringify(body.value, null, 2)));
    case "text":
      return fromText(longQuote(body.text));
    case "form":
      return {
        lines: [
          "form := url.Values{}",
          ...body.fields.map(([name, value]) => `form.Add(${quote(name)}, ${quote(value)})`),
          "",
        ],
        value: "strings.NewReader(form.Encode())",
        imports: ["net/url", "strings"],
      };
    case "multipart":
      return multipart(body.parts);
    case "file":
      return { lines: ['file, err := os.Open("file")', ...onError, ""], value: "file", imports: ["os"] };
    default:
      return { lines: [], value: "nil", imports: [] };
  }
}

function fromText(literal: string): WrittenBody {
  return { lines: [`payload := strings.NewReader(${literal})`, ""], value: "payload", imports: ["strings"] };
}

function multipart(parts: Extract<SampleBody, { kind: "multipart" }>["parts"]): WrittenBody {
  const lines = ["body := &bytes.Buffer{}", "form := multipart.NewWriter(body)"];
  const hasFile = parts.some(({ isFile }) => isFile);
  if (hasFile) lines.push('file, err := os.Open("file")', ...onError);
  let isDeclared = false;
  for (const { name, value, isFile } of parts) {
    if (isFile) {
      const sign = isDeclared ? "=" : ":=";
      if (isDeclared) lines.push("file.Seek(0, io.SeekStart)");
      lines.push(`part, err ${sign} form.CreateFormFile(${quote(name)}, "file")`, ...onError, "io.Copy(part, file)");
      isDeclared = true;
    } else lines.push(`form.WriteField(${quote(name)}, ${quote(value)})`);
  }
  return {
    lines: [...lines, "form.Close()", ""],
    value: "body",
    imports: ["bytes", "mime/multipart", ...(hasFile ? ["os"] : [])],
    contentType: "form.FormDataContentType()",
  };
}

/** Multiline text reads best in backticks, which can hold anything but a backtick and a carriage return. */
function longQuote(text: string): string {
  const clean = text.toWellFormed();
  return /[`\r\0\uFEFF]/.test(clean) || !clean.includes("\n") ? quote(clean) : `\`${clean}\``;
}

/** JSON escapes mean the same in Go. A byte order mark is not allowed in Go source. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\uFEFF", "\\ufeff");
}
