import type { ProblemRecord } from "../../../shared/build-problem.ts";

/** What a build knows about a grammar without reading it again. */
export interface GrammarIndex {
  scopeName: string;
  /** Names that authors write after the backticks. They take precedence over built-in languages. */
  names: string[];
  /** File extensions and the like. Built-in languages take precedence over them. */
  otherNames: string[];
  /** The scopes of grammars that this one embeds. */
  includes: string[];
}

/** Without an index the grammar can't be used, and the problems say why. */
export interface CheckedGrammar {
  index?: GrammarIndex;
  problems: ProblemRecord[];
}

/** A usable grammar of the project. */
export interface GrammarFile extends GrammarIndex {
  path: string;
  sha256: string;
  /** Changes whenever this grammar or one that it includes changes. */
  version: string;
}
