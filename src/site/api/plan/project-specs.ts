import type { SpecIndex } from "./index-spec.ts";

export interface ReadSpec {
  file: string;
  /** Where its tree lies in the build cache. */
  key: string;
  index: SpecIndex;
}

/** The API descriptions of a project by their paths, in alphabetical order. */
export type ProjectSpecs = ReadonlyMap<string, ReadSpec>;
