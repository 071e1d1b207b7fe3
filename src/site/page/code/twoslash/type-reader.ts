import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type * as TypeScript from "typescript-5";
import { computeOnce } from "../../../shared/compute-once.ts";
import { packageFile, requirePackageFile } from "../../../shared/packages.ts";
import type { TwoslashCode, TwoslashFile } from "./read-twoslash.ts";

/** The type of a name in the shown code. */
export interface TypeHover {
  line: number;
  column: number;
  length: number;
  text: string;
}

/** A type requested with `^?`, or an expected error. Shown below its line. */
export interface TypeNote {
  line: number;
  column: number;
  kind: "query" | "error";
  text: string;
}

export interface TypesFound {
  hovers: TypeHover[];
  notes: TypeNote[];
}

const checker = "typescript-5/lib/typescript.js";
const hoversMax = 500;
const textLengthMax = 800;
const root = "/";

/**
 * A type checker that sees only the code of one block and TypeScript's own declarations: no files of the project or the
 * server, and no packages. Imports from anywhere else have no type.
 */
export function createTypeReader(): (code: TwoslashCode) => TypesFound {
  const ts = requirePackageFile(checker) as typeof TypeScript;
  const library = dirname(packageFile(checker));
  const options: TypeScript.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    jsx: ts.JsxEmit.Preserve,
    strict: true,
    allowJs: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const declarations = new Map<string, TypeScript.IScriptSnapshot>();
  let files = new Map<string, string>();
  let version = 0;

  function declaration(path: string): TypeScript.IScriptSnapshot | undefined {
    const name = basename(path);
    if (dirname(path) !== library || !/^lib\.[\w.]+\.d\.ts$/.test(name)) return undefined;
    return computeOnce(declarations, name, () =>
      ts.ScriptSnapshot.fromString(readFileSync(join(library, name), "utf8")),
    );
  }

  const host: TypeScript.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: (path) => (files.has(path) ? String(version) : "library"),
    getScriptSnapshot(path) {
      const text = files.get(path);
      return text === undefined ? declaration(path) : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (wanted) => join(library, ts.getDefaultLibFileName(wanted)),
    fileExists: (path) => files.has(path) || declaration(path) !== undefined,
    readFile: (path) => files.get(path),
    directoryExists: (path) => path === root || [...files.keys()].some((name) => name.startsWith(`${path}/`)),
    getDirectories: () => [],
  };
  const service = ts.createLanguageService(host);

  return ({ files: sources, queries, errors }) => {
    version += 1;
    files = new Map(sources.map(({ name, text }) => [root + name, text]));
    const found: TypesFound = { hovers: [], notes: [] };
    for (const file of sources) {
      const source = service.getProgram()?.getSourceFile(root + file.name);
      if (source === undefined) continue;
      const visit = (node: TypeScript.Node): void => {
        if (found.hovers.length >= hoversMax) return;
        if (ts.isIdentifier(node)) addHover(node);
        ts.forEachChild(node, visit);
      };
      const addHover = (node: TypeScript.Identifier): void => {
        const start = node.getStart(source);
        const { line, character } = source.getLineAndCharacterOfPosition(start);
        const shown = file.shownLines[line];
        const text = shown === undefined ? undefined : typeAt(root + file.name, start);
        if (shown !== undefined && text !== undefined)
          found.hovers.push({ line: shown, column: character, length: node.text.length, text });
      };
      visit(source);
      if (errors.length > 0) found.notes.push(...expectedErrors(file, source, errors));
    }
    for (const { file: index, line, column } of queries) {
      const file = sources[index];
      const shown = file?.shownLines[line];
      const source = file && service.getProgram()?.getSourceFile(root + file.name);
      const start = source?.getLineStarts()[line];
      if (file === undefined || shown === undefined || start === undefined) continue;
      const text = typeAt(root + file.name, start + column);
      if (text !== undefined) found.notes.push({ line: shown, column, kind: "query", text });
    }
    return found;
  };

  function typeAt(path: string, position: number): string | undefined {
    const { displayParts = [] } = service.getQuickInfoAtPosition(path, position) ?? {};
    const text = displayParts.map((part) => part.text).join("");
    // Names imported from packages have no known type.
    if (text === "" || /(?:^|: )any$|^type const =/.test(text) || /^(?:\(alias\) )?import\b[^\n]*$/.test(text))
      return undefined;
    return text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text;
  }

  function expectedErrors(file: TwoslashFile, source: TypeScript.SourceFile, numbers: number[]): TypeNote[] {
    return service.getSemanticDiagnostics(root + file.name).flatMap(({ code, start = 0, messageText }) => {
      if (!numbers.includes(code)) return [];
      const { line, character } = source.getLineAndCharacterOfPosition(start);
      const shown = file.shownLines[line];
      const text = ts.flattenDiagnosticMessageText(messageText, "\n").slice(0, textLengthMax);
      return shown === undefined ? [] : [{ line: shown, column: character, kind: "error", text } satisfies TypeNote];
    });
  }
}
