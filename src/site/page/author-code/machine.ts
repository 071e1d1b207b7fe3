import type { SourcePlace } from "../../ground/html/html-node.ts";
import type { Budget } from "./budget.ts";
import type { Ownership } from "./ownership.ts";
import { Exhausted } from "./refusal.ts";
import type { Scope } from "./scope.ts";
import type { Code } from "./syntax.ts";
import type { Jsx, TenantFunction, Value, ValueMap } from "./value.ts";

/** The use of a component that an author wrote. */
export interface ComponentUse {
  name: string;
  component: TenantFunction;
  props: ValueMap;
  /** Shown when the component itself cannot be. */
  children: Value;
  place: SourcePlace;
}

/** The parts of the interpreter use each other in circles; each gets the others through this. */
export interface Machine {
  budget: Budget;
  ownership: Ownership;
  evaluate(code: Code, scope: Scope): Value;
  call(callee: Value, values: readonly Value[]): Value;
  /** Never throws for the component's own fault: a component that cannot be shown is a placeholder in what uses it. */
  applyComponent(use: ComponentUse): Jsx;
  /** What is shown is the first state of something that would go on in a browser. */
  noteFirstState(): void;
  /** Puts the variables of docs.json into a text that an author wrote. */
  fill(text: string): string;
}

const charactersPerStep = 16;
const textLengthMax = 1_000_000;

/** Takes the steps for a text that is made or read, in proportion to its length. */
export function spendText({ budget }: Machine, length: number): void {
  if (length > textLengthMax) throw new Exhausted(`it makes a text of more than ${textLengthMax} characters`);
  budget.spend(1 + Math.floor(length / charactersPerStep));
}

/** Joins texts. The steps are taken before the text is made, since a few long parts make a very long one. */
export function joinTexts(parts: readonly string[], separator: string, machine: Machine): string {
  machine.budget.spend(parts.length);
  let length = separator.length * parts.length;
  for (const part of parts) length += part.length;
  spendText(machine, length);
  return parts.join(separator);
}
