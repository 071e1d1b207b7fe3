import { fill, type TesterWords } from "./form.ts";

const shownLengthMax = 1_000_000;
const pictureBytesMax = 20_000_000;
const pictureWidthMax = 2_000;

/** Shows status, headers and body. `stop` cancels a body that is too long to show. */
export async function showResponse(
  answer: Element,
  response: Response,
  start: number,
  words: TesterWords,
  stop: () => void,
): Promise<void> {
  const kind = response.type === "opaqueredirect" ? "3" : String(response.status)[0];
  const status = element("span", `status status-${kind}`, `${response.status} ${response.statusText}`.trim());
  const facts = element("span", "tester-facts", elapsed(start));
  const rows = [...response.headers].map(([name, value]) =>
    element("div", "", element("dt", "", name), element("dd", "", value)),
  );
  const headers = element(
    "details",
    "tester-headers",
    element("summary", "", `${words.headers} (${rows.length})`),
    element("dl", "", ...rows),
  );
  const code = element("code", "");
  const box = element("pre", "tester-body-text", code);
  box.tabIndex = 0;
  answer.replaceChildren(element("p", "tester-status", status, " ", facts), headers, box);
  const type = response.headers.get("content-type") ?? "";
  if (/^(?:image|audio|video|font)\/|octet-stream|zip|pdf/.test(type)) {
    const blob = await response.blob();
    const link = element("a", "", fill(words.saveBytes, { count: blob.size.toLocaleString(), type }));
    link.href = URL.createObjectURL(blob);
    link.download = "response";
    box.replaceWith(...(await pictureOf(blob)), element("p", "", link));
    return;
  }
  const text = await readText(response, code, stop);
  const size = fill(words.bytes, { count: new Blob([text]).size.toLocaleString() });
  facts.textContent = `${elapsed(start)} · ${size}`;
  if (text === "") box.replaceWith(element("p", "tester-hint", words.emptyBody));
  else if (/json/i.test(type)) highlightJson(code, text);
}

export function note(title: string, text: string, state: "sending" | "failed" | "stopped"): HTMLElement {
  return element("div", `tester-note tester-${state}`, element("strong", "", title), element("p", "", text));
}

/** Draws the picture on a canvas: the content security policy of the page doesn't let an <img> load it. */
async function pictureOf(blob: Blob): Promise<HTMLCanvasElement[]> {
  if (!blob.type.startsWith("image/") || blob.size > pictureBytesMax) return [];
  const bitmap = await createImageBitmap(blob).catch(() => undefined);
  if (!bitmap) return [];
  const canvas = element("canvas", "tester-picture");
  const scale = Math.min(1, pictureWidthMax / bitmap.width, pictureWidthMax / bitmap.height);
  canvas.width = Math.max(1, bitmap.width * scale);
  canvas.height = Math.max(1, bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  canvas.role = "img";
  canvas.ariaLabel = blob.type;
  return [canvas];
}

/** Shows text as it arrives: the response may be a stream that never ends. */
async function readText(response: Response, code: HTMLElement, stop: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (!response.body) return text;
  for (const reader = response.body.getReader(); text.length < shownLengthMax; ) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    code.textContent = text;
  }
  stop();
  return text;
}

const token =
  /(?<attr>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>\b(?:true|false|null)\b)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

function highlightJson(code: HTMLElement, text: string): void {
  try {
    JSON.parse(text);
  } catch {
    // Text that isn't valid JSON is shown as received.
    return;
  }
  code.replaceChildren(...colored(indentJson(text), token));
}

const indentedLevelsMax = 50;
const structure = /"(?:[^"\\]+|\\.)*"|\s+|([[{])\s*([\]}])?|[\]}]|[,:]/g;

/** Indents valid JSON. Its text stays as it is, because numbers can be larger than those of JavaScript. */
export function indentJson(text: string): string {
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.min(depth, indentedLevelsMax))}`;
  return text.replaceAll(structure, (found, opening: string | undefined, closing: string | undefined) => {
    if (found.startsWith('"')) return found;
    if (opening !== undefined && closing !== undefined) return opening + closing;
    if (found === ":") return ": ";
    if (found === ",") return `,${line()}`;
    if (opening === undefined && !/[\]}]/.test(found)) return "";
    depth += opening === undefined ? -1 : 1;
    return opening === undefined ? line() + found : opening + line();
  });
}

/**
 * Text with the colors of the site's code. The names of the groups in `tokens` are classes. The text is inserted as
 * text, never as markup.
 */
export function colored(text: string, tokens: RegExp): (string | Node)[] {
  const parts: (string | Node)[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(tokens)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(text.slice(end, index), element("span", `hljs-${kind}`, whole));
    end = index + whole.length;
  }
  return [...parts, text.slice(end)];
}

export function elapsed(start: number): string {
  return `${Math.round(performance.now() - start).toLocaleString()} ms`;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
