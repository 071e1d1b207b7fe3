import { normaliseSpecPath, specPathsOf } from "../read/spec-path.ts";
import { describeTarget, type OperationTarget } from "../read/target-name.ts";
import type { IndexedOperation } from "./list-operations.ts";
import type { ProjectSpecs, ReadSpec } from "./project-specs.ts";

export interface FoundOperation {
  spec: ReadSpec;
  operation: IndexedOperation;
}

/** Finds operations by name. A description with thousands of them is looked through once and not for each page. */
export interface OperationFinder {
  /** In the named descriptions, or in all of them in the order of their names; the first match wins. */
  find(
    target: OperationTarget,
    files: readonly string[] | undefined,
    pageFile?: string | undefined,
  ): FoundOperation | undefined;
  /** The description of a path, which a page may write from its own folder; its ending and folder may be left out. */
  findSpec(file: string, pageFile?: string | undefined): ReadSpec | undefined;
  all: readonly ReadSpec[];
}

export function createOperationFinder(specs: ProjectSpecs): OperationFinder {
  const all = [...specs.values()];
  const byKey = new Map(all.map((spec) => [spec.file, operationsByKey(spec)]));
  const findSpec = (file: string, pageFile?: string | undefined) => {
    for (const path of specPathsOf(file, pageFile)) {
      const spec = specs.get(path) ?? all.find((candidate) => candidate.file.replace(/\.\w+$/, "") === path);
      if (spec !== undefined) return spec;
    }
    const name = normaliseSpecPath(file);
    return all.find((spec) => spec.file.replace(/^.*\//, "").replace(/\.\w+$/, "") === name);
  };
  return {
    all,
    findSpec,
    find(target, files, pageFile) {
      const searched = files === undefined ? all : files.flatMap((file) => findSpec(file, pageFile) ?? []);
      for (const key of [targetKey(target), looseKey(target)]) {
        for (const spec of searched) {
          const operation = byKey.get(spec.file)?.get(key);
          if (operation !== undefined) return { spec, operation };
        }
      }
      return undefined;
    },
  };
}

/** By their names as they are written, and by names in which a slash at the end says nothing. */
function operationsByKey({ index }: ReadSpec): Map<string, IndexedOperation> {
  const targets = index.operations.map((operation) => [targetOf(operation), operation] as const);
  return new Map([
    ...targets.map(([target, operation]) => [looseKey(target), operation] as const).toReversed(),
    ...targets.map(([target, operation]) => [targetKey(target), operation] as const),
  ]);
}

/** `GET /users`, for messages and lists. */
export function operationName(operation: IndexedOperation): string {
  return describeTarget(targetOf(operation));
}

function targetOf({ kind, method, path }: IndexedOperation): OperationTarget {
  return kind === "webhook" ? { kind, name: path } : { kind, method, path };
}

function targetKey(target: OperationTarget): string {
  return target.kind === "webhook" ? `webhook ${target.name}` : `${target.method} ${target.path}`;
}

function looseKey(target: OperationTarget): string {
  return `loose ${targetKey(target).replace(/\/+$/, "")}`;
}
