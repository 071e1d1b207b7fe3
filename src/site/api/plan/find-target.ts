import { findRoot } from "../../shared/source-roots.ts";
import { describeTarget, normalizeSpecPath, type OperationTarget, specPathsOf } from "../read/target-name.ts";
import type { SpecIndex } from "./index-spec.ts";
import type { IndexedChannel, IndexedOperation } from "./list-targets.ts";

export interface ReadSpec {
  file: string;
  /** The key of the description in the build cache. */
  key: string;
  index: SpecIndex;
}

/** The API descriptions of a project by path, in alphabetical order. */
export type ProjectSpecs = ReadonlyMap<string, ReadSpec>;

export interface FoundOperation {
  spec: ReadSpec;
  operation: IndexedOperation;
}

export interface FoundChannel {
  spec: ReadSpec;
  channel: IndexedChannel;
}

/** Finds descriptions, operations and channels by the names authors write. */
export interface TargetFinder {
  all: readonly ReadSpec[];
  /** Finds a description by path. The path can be relative to the page's folder, or lack its extension or folder. */
  findSpec(file: string, pageFile?: string | undefined): ReadSpec | undefined;
  /** Searches the named descriptions, or all of them in the order of their paths. The first match wins. */
  findOperation(
    target: OperationTarget,
    files: readonly string[] | undefined,
    pageFile?: string | undefined,
  ): FoundOperation | undefined;
  /** Finds a channel by its name, or otherwise by its address, in the named description or in all descriptions. */
  findChannel(name: string, file: string | undefined, pageFile: string): FoundChannel | undefined;
}

export function createTargetFinder(specs: ProjectSpecs, roots: readonly { path: string }[] = []): TargetFinder {
  const all = [...specs.values()];
  const byKey = new Map(all.map((spec) => [spec.file, operationsByKey(spec)]));
  /** The descriptions of the page's own source come first. */
  const nearest = (pageFile: string | undefined) => {
    if (pageFile === undefined || roots.length === 0) return all;
    const root = findRoot(pageFile, roots);
    const isNear = ({ file }: ReadSpec) => findRoot(file, roots) === root;
    return [...all.filter(isNear), ...all.filter((spec) => !isNear(spec))];
  };
  const findSpec: TargetFinder["findSpec"] = (file, pageFile) => {
    for (const path of specPathsOf(file, pageFile)) {
      const spec = specs.get(path) ?? all.find((candidate) => withoutExtension(candidate.file) === path);
      if (spec !== undefined) return spec;
    }
    const name = normalizeSpecPath(file);
    return nearest(pageFile).find((spec) => withoutExtension(spec.file.replace(/^.*\//, "")) === name);
  };
  const searched = (files: readonly string[] | undefined, pageFile: string | undefined) =>
    files === undefined ? nearest(pageFile) : files.flatMap((file) => findSpec(file, pageFile) ?? []);
  return {
    all,
    findSpec,
    findOperation(target, files, pageFile) {
      const candidates = searched(files, pageFile);
      for (const key of [describeTarget(target), looseKey(target)]) {
        for (const spec of candidates) {
          const operation = byKey.get(spec.file)?.get(key);
          if (operation !== undefined) return { spec, operation };
        }
      }
      return undefined;
    },
    findChannel(name, file, pageFile) {
      const candidates = searched(file === undefined ? undefined : [file], pageFile);
      for (const property of ["name", "address"] as const) {
        for (const spec of candidates) {
          const channel = spec.index.channels.find((candidate) => candidate[property] === name);
          if (channel !== undefined) return { spec, channel };
        }
      }
      return undefined;
    },
  };
}

/** `GET /users`, for messages and lists. */
export function operationName(operation: IndexedOperation): string {
  return describeTarget(targetOf(operation));
}

export function targetOf({ kind, method, path }: IndexedOperation): OperationTarget {
  return kind === "webhook" ? { kind, name: path } : { kind, method, path };
}

/**
 * A description can have thousands of operations, so they are indexed: by name, and by name without a trailing slash.
 */
function operationsByKey({ index }: ReadSpec): Map<string, IndexedOperation> {
  const exact = index.operations.map((operation) => [operationName(operation), operation] as const);
  const loose = index.operations.map((operation) => [looseKey(targetOf(operation)), operation] as const);
  return new Map([...loose.toReversed(), ...exact]);
}

function looseKey(target: OperationTarget): string {
  return `loose ${describeTarget(target).replace(/(?<!\/)\/+$/, "")}`;
}

function withoutExtension(file: string): string {
  return file.replace(/\.\w+$/, "");
}
