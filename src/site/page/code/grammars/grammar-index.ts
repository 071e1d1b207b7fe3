import type { ProblemRecord } from "../../../ground/build-problem.ts";

/** What a build knows of a grammar without reading it again. */
export interface GrammarIndex {
  scopeName: string;
  /** What authors write behind the backticks. These come before the languages that every site has. */
  names: string[];
  /** Endings of files and the like: they count only where no other language has that name. */
  otherNames: string[];
  /** The grammars that parts of the code are handed to, by their scopes. */
  includes: string[];
}

/** Without an index the grammar cannot be used, and the problems say why. */
export interface CheckedGrammar {
  index?: GrammarIndex;
  problems: ProblemRecord[];
}

/** A grammar of the project that can be used. */
export interface GrammarFile extends GrammarIndex {
  path: string;
  sha256: string;
  /** Another one whenever this grammar or one that it includes is another. */
  version: string;
}
