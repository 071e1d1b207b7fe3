import type { Scope } from "../page-tree.ts";
import { declaredNames, type ImportedName, type ModulePart } from "./module-part.ts";
import type { ImportAnswer } from "./prelude.ts";

/** The code parts of a file, each with its first line. */
export interface ModuleSource {
  file: string;
  pieces: { part: ModulePart; line: number }[];
}

/** An opened file: it uses its own names through the scope, and others use its exports. */
export interface Module {
  scope: Scope;
  /** The file's own name for an export, or undefined when it has no such export. */
  findExport(name: string): string | undefined;
}

/** Finds what a name is imported from. Throws a Refusal when there is nothing. */
export type FollowImport = (name: string) => ImportAnswer;

/** What the engine needs to know about the names of a file. */
export interface ScopeSource extends ModuleSource {
  /** The names that come from elsewhere. */
  imported: string[];
  follow: FollowImport;
  /** Where names that the file doesn't define are looked up. */
  outside: Scope | undefined;
}

/**
 * Everything is evaluated on first use, so files may import each other in cycles. Names that the file doesn't define are
 * looked up in `outside`.
 */
export function openModule(
  source: ModuleSource,
  createScope: (source: ScopeSource) => Scope,
  followImport: (importer: string, imported: ImportedName) => ImportAnswer,
  outside?: Scope,
): Module {
  const parts = source.pieces.map(({ part }) => part);
  const imports = new Map(parts.flatMap((part) => part.imports.map((imported) => [imported.local, imported])));
  const exports = new Map(parts.flatMap((part) => [...part.exports]));
  const names = new Set([...imports.keys(), ...parts.flatMap(({ declared }) => declared.flatMap(declaredNames))]);
  const scope = createScope({
    ...source,
    imported: [...imports.keys()],
    follow(name) {
      const imported = imports.get(name);
      return imported === undefined
        ? { refused: `"${name}" is not imported`, hint: "" }
        : followImport(source.file, imported);
    },
    outside,
  });
  return {
    scope,
    findExport(name) {
      const local = exports.get(name);
      return local !== undefined && names.has(local) ? local : undefined;
    },
  };
}
