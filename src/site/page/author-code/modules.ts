import type { Scope, Value } from "../page-tree.ts";
import { builtIns } from "./built-ins.ts";
import type { Interpreter } from "./create-interpreter.ts";
import { makeFunction, named } from "./make-function.ts";
import { type Declared, declaredNames, type ImportedName, type ModulePart } from "./module-part.ts";
import { Refusal } from "./refusal.ts";

/** The code parts of a file, each with its first line. */
export interface ModuleSource {
  file: string;
  pieces: { part: ModulePart; line: number }[];
}

/** An opened file: it uses its own names through the scope, and others use its exports. */
export interface Module {
  scope: Scope;
  /** Returns undefined when the file has no such export. Throws a Refusal when its code isn't supported. */
  findExport(name: string): { value: Value } | undefined;
}

/** Resolves an import to its value. Throws a Refusal when there is none. */
type FollowImport = (importer: string, imported: ImportedName) => Value;

/**
 * Everything is evaluated on first use, so files may import each other in cycles. Names that the file doesn't define are
 * looked up in `outside`.
 */
export function openModule(
  source: ModuleSource,
  interpreter: Interpreter,
  followImport: FollowImport,
  outside?: Scope,
): Module {
  const root: Scope = {
    origin: { file: source.file, text: "", line: 1 },
    names: new Map(builtIns),
    parent: outside,
  };
  const scope: Scope = { origin: root.origin, names: new Map(), parent: root, find };
  const declarations = new Map<string, { declared: Declared; scope: Scope }>();
  const imports = new Map<string, ImportedName>();
  const exports = new Map<string, string>();
  const underWay = new Set<string>();
  const refused = new Map<string, Refusal>();

  for (const { part, line } of source.pieces) {
    const partScope: Scope = { origin: { file: source.file, text: part.text, line }, names: new Map(), parent: scope };
    for (const declared of part.declared) {
      for (const name of declaredNames(declared)) declarations.set(name, { declared, scope: partScope });
    }
    for (const imported of part.imports) imports.set(imported.local, imported);
    for (const [exported, local] of part.exports) exports.set(exported, local);
  }

  function find(name: string): { value: Value } | undefined {
    if (!declarations.has(name) && !imports.has(name)) return undefined;
    const known = refused.get(name);
    if (known !== undefined) throw known;
    if (underWay.has(name)) throw new Refusal(`"${name}" is defined in terms of itself`);
    underWay.add(name);
    try {
      // A chain of imports counts as deep, like any other nested code.
      interpreter.nest(() => workOut(name));
    } catch (error) {
      if (error instanceof Refusal) refused.set(name, error);
      throw error;
    } finally {
      underWay.delete(name);
    }
    return { value: scope.names.get(name) };
  }

  function workOut(name: string): void {
    const declaration = declarations.get(name);
    const imported = imports.get(name);
    if (declaration !== undefined) declare(declaration.declared, declaration.scope);
    else if (imported !== undefined) scope.names.set(name, followImport(source.file, imported));
  }

  function declare(declared: Declared, from: Scope): void {
    if (declared.kind === "class") throw new Refusal("it is a class");
    if (declared.kind === "function") {
      scope.names.set(declared.name, makeFunction(declared.code, declared.name, from));
    } else {
      const value = declared.value === undefined ? undefined : interpreter.evaluate(declared.value, from);
      interpreter.bind(declared.pattern, named(declared.pattern, value), scope);
    }
  }

  return {
    scope,
    findExport(name) {
      const local = exports.get(name);
      if (local === undefined) return undefined;
      return scope.names.has(local) ? { value: scope.names.get(local) } : find(local);
    },
  };
}
