/** A file of a block, as the type checker reads it. */
export interface TwoslashFile {
  name: string;
  text: string;
  /** For each line of the text: its line in the shown code. Undefined for lines that are cut. */
  shownLines: (number | undefined)[];
}

/** A position in a file whose type is requested by a `^?` on the line below. */
interface TypeQuery {
  file: number;
  line: number;
  column: number;
}

export interface TwoslashCode {
  /** The code as readers see it, without instructions and cut lines. */
  shown: string;
  files: TwoslashFile[];
  queries: TypeQuery[];
  /** The codes of the TypeScript errors that the block expects and shows. */
  errors: number[];
}

const cut = /^\s*\/\/ ?---cut(?:-before)?---\s*$/;
const cutAfter = /^\s*\/\/ ?---cut-after---\s*$/;
const cutStart = /^\s*\/\/ ?---cut-start---\s*$/;
const cutEnd = /^\s*\/\/ ?---cut-end---\s*$/;
const marker = /^\s*\/\/(\s*)\^([?|^]).*$/;
const instruction = /^\s*\/\/ @(\w+)(?::\s*(.*?))?\s*$/;
const fileName = /^[\w./-]{1,100}\.(?:[cm]?[jt]sx?|json)$/;
const filesMax = 20;

/** Separates the code of a block from its instructions for the type checker. */
export function readTwoslash(code: string, language: string): TwoslashCode {
  const lines = code.split("\n");
  const isShown = shownLines(lines);
  const usesMarkup = language === "tsx" || language === "jsx";
  const first: TwoslashFile = { name: `index.${usesMarkup ? "tsx" : "ts"}`, text: "", shownLines: [] };
  const read: TwoslashCode = { shown: "", files: [first], queries: [], errors: [] };
  const shown: string[] = [];
  let texts: string[] = [];
  let file = first;
  const endFile = () => {
    file.text = texts.join("\n");
    texts = [];
  };
  let hasErrors = true;
  for (const [index, line] of lines.entries()) {
    const [, name, value = ""] = instruction.exec(line) ?? [];
    if (name?.toLowerCase() === "filename" && fileName.test(value) && read.files.length < filesMax) {
      endFile();
      file = { name: value.replace(/^(?:\.?\/)+/, ""), text: "", shownLines: [] };
      read.files.push(file);
    } else if (name === "noErrors") hasErrors = false;
    else if (name === "errors") read.errors.push(...(value.match(/\d{4,5}/g) ?? []).map(Number));
    else if (name !== undefined || [cut, cutAfter, cutStart, cutEnd].some((pattern) => pattern.test(line))) continue;
    else if (marker.test(line)) {
      const column = line.indexOf("^");
      if (line[column + 1] === "?" && texts.length > 0)
        read.queries.push({ file: read.files.indexOf(file), line: texts.length - 1, column });
    } else {
      file.shownLines.push(isShown[index] ? shown.length : undefined);
      texts.push(line);
      if (isShown[index]) shown.push(line);
    }
  }
  endFile();
  if (!hasErrors) read.errors = [];
  return { ...read, shown: shown.join("\n") };
}

/** For each line, whether it is shown. */
function shownLines(lines: string[]): boolean[] {
  const start = lines.findLastIndex((line) => cut.test(line));
  const after = lines.findIndex((line) => cutAfter.test(line));
  let isInside = false;
  return lines.map((line, index) => {
    if (cutStart.test(line)) isInside = true;
    if (cutEnd.test(line)) isInside = false;
    return index > start && (after < 0 || index < after) && !isInside;
  });
}
