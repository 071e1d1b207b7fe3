/** One line of `lectern doctor`. */
export interface Check {
  name: string;
  state: "ok" | "warn" | "fail";
  found: string;
  /** How to fix the problem; missing if the check passed. */
  fix?: string;
}
