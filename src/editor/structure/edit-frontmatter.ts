import { isMap, isScalar, parseDocument } from "yaml";
import { splitFrontmatter } from "../../site/reading.ts";

/** Sets or removes one key of the frontmatter. Every other line stays as it is. Undefined if the YAML is invalid. */
export function editFrontmatter(
  source: string,
  key: string,
  value: string | number | boolean | null,
): string | undefined {
  const { yaml } = splitFrontmatter(source);
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const line = value === null ? "" : `${key}: ${JSON.stringify(value)}`;
  const top = source.startsWith("\uFEFF") ? 1 : 0;
  if (yaml === undefined || yaml.trim() === "") {
    if (value === null) return source;
    const body = yaml === undefined ? source.slice(top) : splitFrontmatter(source).body;
    return `${source.slice(0, top)}---${newline}${line}${newline}---${newline}${yaml === undefined ? newline : ""}${body}`;
  }
  const start = source.indexOf("\n") + 1;
  const { contents, errors } = parseDocument(yaml, { logLevel: "silent" });
  if (errors.length > 0 || !isMap(contents)) return undefined;
  const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key);
  const keyRange = isScalar(pair?.key) ? pair.key.range : undefined;
  if (pair === undefined || keyRange === null || keyRange === undefined) {
    if (value === null) return source;
    const end = start + yaml.length;
    return `${source.slice(0, end)}${newline}${line}${source.slice(end)}`;
  }
  const range = isScalar(pair.value) || isMap(pair.value) ? pair.value.range : undefined;
  const valueEnd = range?.[1] ?? keyRange[1] + 1;
  if (value !== null) return source.slice(0, start + keyRange[0]) + line + source.slice(start + valueEnd);
  const next = yaml.indexOf("\n", valueEnd);
  const removed = next < 0 ? yaml.slice(0, keyRange[0]).replace(/\r?\n$/, "") : yaml.slice(0, keyRange[0]);
  const rest = next < 0 ? "" : yaml.slice(next + 1);
  return `${source.slice(0, start)}${removed}${rest}${source.slice(start + yaml.length)}`;
}
