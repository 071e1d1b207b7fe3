import type { ProblemOptions } from "../../shared/build-problem.ts";
import type { SourcePlace } from "../../shared/html/html-node.ts";
import type { Variables } from "../../source/variables.ts";
import type { Interpreter } from "../author-code/create-interpreter.ts";
import type { Refusal } from "../author-code/refusal.ts";
import type { MarkdownNode, Scope } from "../page-tree.ts";

/** The context in which the names of one file are evaluated. */
export interface Expansion {
  interpreter: Interpreter;
  /** The names of the file and the props it was included with. */
  scope: Scope;
  variables: Variables;
  warn(message: string, node: MarkdownNode, options?: ProblemOptions): void;
  place(node: MarkdownNode): SourcePlace;
}

/** The reason, plus the location of the code if it differs from that of the message. */
export function describeRefusal({ message, place: at }: Refusal, place: SourcePlace): string {
  const isElsewhere = at !== undefined && (at.file !== place.file || at.line !== place.line);
  return isElsewhere ? `${message} (${at.file}:${at.line})` : message;
}
