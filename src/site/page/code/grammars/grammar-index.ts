import type { ProblemRecord } from "../../../shared/build-problem.ts";

/** The facts about a grammar that a build keeps, so that it needn't read the file again. */
export interface GrammarIndex {
  scopeName: string;
  /** Names that authors write after the backticks. They take precedence over built-in languages. */
  names: string[];
  /** Other names, such as file extensions. Built-in languages take precedence over them. */
  otherNames: string[];
  /** The scopes of the grammars that this grammar embeds. */
  includes: string[];
}

/** The result of a check. A grammar that can't be used has no index, and the problems say why. */
export interface CheckedGrammar {
  index?: GrammarIndex;
  problems: ProblemRecord[];
}

/** A usable grammar of the project. */
export interface GrammarFile extends GrammarIndex {
  path: string;
  sha256: string;
  /** Changes whenever this grammar or one of the grammars it includes changes. */
  version: string;
}
