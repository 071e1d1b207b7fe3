import type { FileChange } from "../../../docs-edits/docs-tree.ts";
import type { WorkingDocs } from "../working-docs.ts";

interface ToolResult {
  /** The result as text for the model. */
  text: string;
  changes?: FileChange[];
  image?: { mediaType: string; base64: string };
}

/** Tells the model why a tool call was refused and what to do instead. */
export class ToolRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ToolRefusal";
  }
}

/** Inputs come from a model, so each tool validates them. */
export type Tool = (docs: WorkingDocs, input: ToolInput) => ToolResult | Promise<ToolResult>;
export type ToolInput = Readonly<Record<string, unknown>>;

const namesShownMax = 5;

export function textInput(input: ToolInput, name: string): string {
  const value = input[name];
  if (typeof value !== "string") throw new ToolRefusal(`"${name}" is missing; it must be a string.`);
  return value;
}

/** Removes a leading slash or dot, because models write paths with or without one. */
export function pathInput(input: ToolInput, name = "path"): string {
  return textInput(input, name)
    .trim()
    .replace(/^(?:\.?\/)+/, "");
}

/** The text of an existing file that isn't hidden. */
export function getText(docs: WorkingDocs, path: string): string {
  const text = isHidden(path) || !docs.has(path) ? undefined : docs.text(path);
  if (text !== undefined) return text;
  if (!isHidden(path) && docs.has(path)) throw new ToolRefusal(`${path} is not a text file, or is too large to read.`);
  const name = path.split("/").at(-1)?.toLowerCase() ?? "";
  const near = docs.paths.filter(
    (known) => !isHidden(known) && known.toLowerCase().includes(name.replace(/\.mdx?$/, "")),
  );
  const hint =
    near.length === 0 ? "Call list_files to see all files." : `Near it: ${near.slice(0, namesShownMax).join(", ")}.`;
  throw new ToolRefusal(`There is no file ${path}. ${hint}`);
}

export function isHidden(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}

export function isPage(path: string): boolean {
  return /\.mdx?$/.test(path) && !isHidden(path);
}

/** The files whose text the model may search: pages, settings and API definitions. */
export function isReadableText(path: string): boolean {
  return /\.(?:mdx?|json|ya?ml)$/.test(path) && !isHidden(path);
}
