import { isMap, isScalar, parseDocument } from "yaml";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { AppError } from "../../platform/errors.ts";
import { defaultSiteLimits } from "../../site/project.ts";
import { splitFrontmatter } from "../../site/reading.ts";
import type { DraftTree } from "../draft-tree.ts";

export interface FrontmatterEdit {
  path: string;
  key: string;
  value: string | number | boolean | null;
}

export async function changeFrontmatter(
  tree: DraftTree,
  { path, key, value }: FrontmatterEdit,
): Promise<{ changes: FileChange[] }> {
  const source = tree.paths.includes(path) && /\.mdx?$/.test(path) ? await tree.read(path) : undefined;
  if (source === undefined) throw new AppError("not_found", `There is no page ${path}.`);
  const content = editFrontmatter(source, key, value);
  if (content === undefined) throw new AppError("conflict", `The frontmatter of ${path} can't be read.`);
  return { changes: content === source ? [] : [{ path, content }] };
}

/** Sets or removes one key of the frontmatter. Every other line stays as it is. Undefined if the YAML is invalid. */
export function editFrontmatter(source: string, key: string, value: FrontmatterEdit["value"]): string | undefined {
  const { yaml } = splitFrontmatter(source);
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const line = value === null ? "" : `${key}: ${JSON.stringify(value)}`;
  const top = source.startsWith("\uFEFF") ? 1 : 0;
  if (yaml === undefined || yaml.trim() === "") {
    if (value === null) return source;
    const body = yaml === undefined ? source.slice(top) : splitFrontmatter(source).body;
    return `${source.slice(0, top)}---${newline}${line}${newline}---${newline}${yaml === undefined ? newline : ""}${body}`;
  }
  // A build doesn't read a larger frontmatter either.
  const bytesMax = defaultSiteLimits.frontmatterBytesMax;
  if (yaml.length > bytesMax) throw new AppError("too_large", `The frontmatter is larger than ${bytesMax} bytes.`);
  const start = source.indexOf("\n") + 1;
  // Looking for repeated keys takes time proportional to the square of their number. As in a build, the last one counts.
  const { contents, errors } = parseDocument(yaml, { uniqueKeys: false, logLevel: "silent" });
  if (errors.length > 0 || !isMap(contents)) return undefined;
  const pair = contents.items.findLast((item) => isScalar(item.key) && item.key.value === key);
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
