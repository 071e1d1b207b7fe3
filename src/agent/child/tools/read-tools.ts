import { getText, isHidden, pathInput, type Tool, type ToolInput, ToolRefusal } from "./tool.ts";

const listedMax = 500;
const linesMax = 400;
const lineCharactersMax = 2_000;

export const listFiles: Tool = (docs, input) => {
  const folder = typeof input.folder === "string" ? pathInput(input, "folder").replace(/\/+$/, "") : "";
  const inside = docs.paths.filter((path) => !isHidden(path) && (folder === "" || path.startsWith(`${folder}/`)));
  if (inside.length === 0) throw new ToolRefusal(`There is no folder ${folder}; call list_files without a folder.`);
  const more = inside.length - listedMax;
  return {
    text: [...inside.slice(0, listedMax), ...(more > 0 ? [`… and ${more} more; name a folder.`] : [])].join("\n"),
  };
};

/** Returns numbered lines so that the model can ask for a range. */
export const readFile: Tool = (docs, input) => {
  const path = pathInput(input);
  const lines = getText(docs, path).split("\n");
  const from = Math.max(1, lineInput(input, "from_line") ?? 1);
  const to = Math.min(lines.length, lineInput(input, "to_line") ?? lines.length, from + linesMax - 1);
  if (from > lines.length) throw new ToolRefusal(`${path} has ${lines.length} lines.`);
  const shown = lines.slice(from - 1, to).map((line, index) => `${from + index}\t${line.slice(0, lineCharactersMax)}`);
  return { text: [...shown, ...(to < lines.length ? [`… ${lines.length} lines in all`] : [])].join("\n") };
};

export interface ReadImage {
  mediaType: string;
  base64: string;
}

const imageBytesMax = 1_500_000;
const imageTypes: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

export const readImage: Tool = (docs, input) => {
  const path = pathInput(input);
  const mediaType = imageTypes[path.split(".").at(-1)?.toLowerCase() ?? ""];
  if (mediaType === undefined) throw new ToolRefusal(`Only ${Object.keys(imageTypes).join(", ")} files can be seen.`);
  const bytes = isHidden(path) || !docs.has(path) ? undefined : docs.bytes(path, imageBytesMax);
  if (bytes === undefined) throw new ToolRefusal(`There is no image ${path} with at most ${imageBytesMax} bytes.`);
  return { text: `The image ${path} follows.`, image: { mediaType, base64: bytes.toString("base64") } };
};

function lineInput(input: ToolInput, name: string): number | undefined {
  const value = input[name];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
