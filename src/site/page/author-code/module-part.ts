import type {
  Class,
  ExportAllDeclaration,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Function as FunctionCode,
  Identifier,
  ImportDeclaration,
  Literal,
  Pattern,
  Program,
} from "acorn";
import { LRUCache } from "lru-cache";
import { computeOnce } from "../../shared/compute-once.ts";
import { type Code, parseProgram } from "./syntax.ts";

/**
 * A name imported from another file: `import { imported as local } from "specifier"`. In `export * from "specifier"`,
 * both names are `*`. An import without names has empty ones.
 */
export interface ImportedName {
  local: string;
  imported: string;
  specifier: string;
  offset: number;
}

/**
 * A constant, function or class of a file, evaluated on first use. If a file has statements, they run in order with its
 * constants before one of its names is used, and only they can change its variables.
 */
export type Declared =
  | { kind: "statement"; code: Statement }
  | { kind: "constant"; pattern: Pattern; names: string[]; value: Code | undefined; end: number; isVariable?: boolean }
  | { kind: "function"; name: string; code: FunctionCode | Class };

/**
 * The imports, constants and exports in one part of a file. A `.jsx` file is a single part; a page has a part for each
 * block of code.
 */
export interface ModulePart {
  text: string;
  imports: ImportedName[];
  declared: Declared[];
  /** Exported name → local name. */
  exports: Map<string, string>;
}

/** The local name of an `export default` expression. It isn't a valid identifier, so authors can't use it. */
export const defaultName = "*default*";

const cacheCharactersMax = 8_000_000;
const failedParse: unique symbol = Symbol("failed parse");
const parsed = new LRUCache<string, ModulePart | typeof failedParse>({
  maxSize: cacheCharactersMax,
  sizeCalculation: (_, text) => text.length + 1,
});

/** Cached by text for the whole process: a component is defined once and used on hundreds of pages. */
export function parseModulePart(text: string): ModulePart | undefined {
  const part = computeOnce(parsed, text, () => {
    const program = parseProgram(text);
    return program === undefined ? failedParse : readProgram(program, text);
  });
  return part === failedParse ? undefined : part;
}

function readProgram(program: Program, text: string): ModulePart {
  const part: ModulePart = { text, imports: [], declared: [], exports: new Map() };
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") readImport(statement, part);
    else if (statement.type === "ExportNamedDeclaration") readExport(statement, part);
    else if (statement.type === "ExportDefaultDeclaration") readDefault(statement, part);
    else if (statement.type === "ExportAllDeclaration") readExportAll(statement, part);
    else if (isDeclaration(statement)) declare(statement, part);
    // A directive such as "use client" has no effect in a build.
    else if (!("directive" in statement)) part.declared.push({ kind: "statement", code: statement });
  }
  return part;
}

type Statement = Program["body"][number];
type DeclaringStatement = NonNullable<ExportNamedDeclaration["declaration"]>;

function isDeclaration(statement: Statement): statement is DeclaringStatement {
  return /^(?:Variable|Function|Class)Declaration$/.test(statement.type);
}

function readImport({ specifiers, source, start }: ImportDeclaration, part: ModulePart): void {
  const from = { specifier: String(source.value), offset: start };
  if (specifiers.length === 0) part.imports.push({ local: "", imported: "", ...from });
  for (const specifier of specifiers) {
    part.imports.push({ local: specifier.local.name, imported: importedName(specifier), ...from });
  }
}

function readExportAll({ exported, source, start }: ExportAllDeclaration, part: ModulePart): void {
  const local = exported ? hiddenName(moduleName(exported)) : "*";
  part.imports.push({ local, imported: "*", specifier: String(source.value), offset: start });
  if (exported) part.exports.set(moduleName(exported), local);
}

/** The local name of an export that the file itself can't use. */
function hiddenName(exported: string): string {
  return `*${exported}*`;
}

function importedName(specifier: ImportDeclaration["specifiers"][number]): string {
  if (specifier.type === "ImportSpecifier") return moduleName(specifier.imported);
  return specifier.type === "ImportDefaultSpecifier" ? "default" : "*";
}

function readExport({ declaration, specifiers, source, start }: ExportNamedDeclaration, part: ModulePart): void {
  if (declaration) {
    const before = part.declared.length;
    declare(declaration, part);
    for (const declared of part.declared.slice(before)) {
      for (const name of declaredNames(declared)) part.exports.set(name, name);
    }
  }
  for (const specifier of specifiers) {
    const [exported, local] = [moduleName(specifier.exported), moduleName(specifier.local)];
    if (source) {
      const hidden = hiddenName(exported);
      part.imports.push({ local: hidden, imported: local, specifier: String(source.value), offset: start });
      part.exports.set(exported, hidden);
    } else part.exports.set(exported, local);
  }
}

function readDefault({ declaration }: ExportDefaultDeclaration, part: ModulePart): void {
  if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") {
    const name = declaration.id?.name ?? defaultName;
    part.exports.set("default", name);
    part.declared.push({ kind: "function", name, code: declaration });
  } else {
    part.exports.set("default", defaultName);
    const pattern = { type: "Identifier", name: defaultName, start: declaration.start, end: declaration.end } as const;
    part.declared.push({ kind: "constant", pattern, names: [defaultName], value: declaration, end: declaration.end });
  }
}

function declare(statement: DeclaringStatement, part: ModulePart): void {
  if (statement.type === "VariableDeclaration") {
    const isVariable = statement.kind !== "const";
    for (const { id, init, end } of statement.declarations) {
      const value = init ?? undefined;
      part.declared.push({ kind: "constant", pattern: id, names: namesOf(id), value, end, isVariable });
    }
  } else part.declared.push({ kind: "function", name: statement.id.name, code: statement });
}

export function declaredNames(declared: Declared): string[] {
  return "names" in declared ? declared.names : "name" in declared ? [declared.name] : [];
}

/** The names that a pattern binds. */
function namesOf(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesOf(pattern.left);
    case "RestElement":
      return namesOf(pattern.argument);
    case "ObjectPattern":
      return pattern.properties.flatMap((part) => namesOf(part.type === "RestElement" ? part.argument : part.value));
    case "ArrayPattern":
      return pattern.elements.flatMap((part) => (part === null ? [] : namesOf(part)));
    default:
      return [];
  }
}

function moduleName(name: Identifier | Literal): string {
  return name.type === "Identifier" ? name.name : String(name.value);
}
