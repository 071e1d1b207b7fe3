import type { SourcePlace } from "../../shared/html/html-node.ts";

/** The code isn't supported. The reason completes the sentence "<Name> cannot be shown: …". */
export class Refusal extends Error {
  /** The location of the refused code, set by the innermost part that knows it. */
  place: SourcePlace | undefined;
  readonly hint: string;

  constructor(
    reason: string,
    hint = "a build has no browser, network or clock: use plain values, JSX and functions of props",
  ) {
    super(reason);
    this.name = "Refusal";
    this.hint = hint;
  }
}

/** The page exceeded a limit. Unlike other refusals, this also stops the enclosing components. */
export class Exhausted extends Refusal {}

/** The code threw an error itself. */
export class Thrown extends Refusal {}

/** A name that isn't defined. */
export class UnboundName extends Refusal {
  readonly unbound: string;

  constructor(unbound: string, why: string) {
    super(`it uses "${unbound}", which ${why}`);
    this.unbound = unbound;
  }
}

/** The reason, plus the location of the code if it differs from the location of the message. */
export function describeRefusal({ message, place: at }: Refusal, place: SourcePlace): string {
  const isElsewhere = at !== undefined && (at.file !== place.file || at.line !== place.line);
  return isElsewhere ? `${message} (${at.file}:${at.line})` : message;
}
