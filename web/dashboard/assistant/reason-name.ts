const names: Readonly<Record<string, string>> = {
  solved: "Solved my problem",
  clear: "Easy to understand",
  examples: "Good examples",
  wrong: "Wrong",
  off_topic: "Not what I asked",
  missing: "Missing information",
  unclear: "Hard to understand",
  outdated: "Out of date",
  not_working: "Doesn’t work as described",
  other: "Something else",
};

/** The reason that a reader gave for a rating of a page or an answer. */
export function reasonName(reason: string): string {
  return names[reason] ?? reason;
}
