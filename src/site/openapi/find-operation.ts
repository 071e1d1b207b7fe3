import type { IndexedOperation } from "./list-operations.ts";
import type { ProjectSpecs, ReadSpec } from "./read-specs.ts";
import { normaliseSpecPath } from "./spec-path.ts";
import { describeTarget, type OperationTarget } from "./target-name.ts";

export interface FoundOperation {
  spec: ReadSpec;
  operation: IndexedOperation;
}

/** Finds operations by name. A description with thousands of them is looked through once and not for each page. */
export interface OperationFinder {
  /** In the named descriptions, or in all of them in the order of their names; the first match wins. */
  find(target: OperationTarget, files: readonly string[] | undefined): FoundOperation | undefined;
  /** The description of a path; its ending and folder may be left out. */
  findSpec(file: string): ReadSpec | undefined;
  all: readonly ReadSpec[];
}

export function createOperationFinder(specs: ProjectSpecs): OperationFinder {
  const all = [...specs.values()];
  const byKey = new Map(all.map((spec) => [spec.file, operationsByKey(spec)]));
  const findSpec = (file: string) => {
    const path = normaliseSpecPath(file);
    return (
      specs.get(path) ??
      all.find((spec) => spec.file.replace(/\.\w+$/, "") === path) ??
      all.find((spec) => spec.file.replace(/^.*\//, "").replace(/\.\w+$/, "") === path)
    );
  };
  return {
    all,
    findSpec,
    find(target, files) {
      const searched = files === undefined ? all : files.flatMap((file) => findSpec(file) ?? []);
      for (const spec of searched) {
        const operation = byKey.get(spec.file)?.get(targetKey(target));
        if (operation !== undefined) return { spec, operation };
      }
      return undefined;
    },
  };
}

function operationsByKey({ index }: ReadSpec): Map<string, IndexedOperation> {
  return new Map(
    index.operations.map((operation) => {
      const { kind, method, path } = operation;
      return [targetKey(kind === "webhook" ? { kind, name: path } : { kind, method, path }), operation];
    }),
  );
}

/** `GET /users`, for messages and lists. */
export function operationName({ kind, method, path }: IndexedOperation): string {
  return describeTarget(kind === "webhook" ? { kind, name: path } : { kind, method, path });
}

function targetKey(target: OperationTarget): string {
  return target.kind === "webhook" ? `webhook ${target.name}` : `${target.method} ${target.path}`;
}
