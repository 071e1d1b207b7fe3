import type { SourcePlace } from "../../ground/html/html-node.ts";
import { isMap, type Value } from "../page-tree.ts";

/** The code is beyond what is interpreted. The reason ends the sentence "<Name> cannot be shown: …". */
export class Refusal extends Error {
  /** Where the code stands that was refused; set by the innermost part that knows it. */
  place: SourcePlace | undefined;
  /** What to do about it. */
  readonly hint: string;

  constructor(reason: string, hint = "code is never run: use plain values, JSX and functions of props") {
    super(reason);
    this.name = "Refusal";
    this.hint = hint;
  }
}

/** A bound of the page is used up. Unlike other refusals it also ends the components around the one it hit. */
export class Exhausted extends Refusal {}

/** The code itself gave up, with `throw`. */
export class Thrown extends Refusal {
  readonly value: Value;

  constructor(value: Value) {
    const message = isMap(value) ? value.get("message") : value;
    super(typeof message === "string" ? `it throws an error: "${message.slice(0, 200)}"` : "it throws an error");
    this.value = value;
  }
}

/** A name that nothing defines. */
export class UnboundName extends Refusal {
  readonly unbound: string;

  constructor(unbound: string, why: string) {
    super(`it uses "${unbound}", which ${why}`);
    this.unbound = unbound;
  }
}
