/**
 * The places where an attacker can write. The first group is published with the site, the second is sent with a
 * question.
 */
export type Place =
  | "page text"
  | "code block"
  | "table cell"
  | "image alt"
  | "heading"
  | "page title"
  | "page description"
  | "callout"
  | "selection"
  | "selected code"
  | "path of a selection"
  | "current path"
  | "question"
  | "earlier answer"
  | "earlier question"
  | "system message"
  | "developer message"
  | "tool message"
  | "filter"
  | "attachment"
  | "name of an attachment";

export interface ToolCall {
  name: string;
  input: unknown;
}

/** The behavior of a model that obeys the attacker. */
export type Obedience =
  | { says: string }
  /** Sends this text as reasoning, both in the protocol's field and in tags, and then answers. */
  | { thinks: string }
  /** Recites its instructions in this form. */
  | { recites: Recital }
  /** Repeats everything that was sent to it except the instructions. */
  | { repeats: "what it read" }
  /** Calls these tools in one step, and then repeats their results. */
  | { calls: readonly ToolCall[] }
  /** Calls this tool in every step, as long as it is allowed to. */
  | { insists: ToolCall }
  /** Sends this much text at once and never stops. */
  | { floods: number };

export type Recital =
  | "as it is"
  | "in capitals"
  | "letter by letter"
  | "with invisible characters"
  | "as code"
  | "full-width";

export interface Injection {
  language: string;
  place: Place;
  attack: string;
  obeys: Obedience;
}
