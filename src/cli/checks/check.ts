/** One line of `lectern doctor`. */
export interface Check {
  name: string;
  state: "ok" | "warn" | "fail";
  /** What was found. */
  found: string;
  /** How to mend it; there unless all is well. */
  mend?: string;
}
