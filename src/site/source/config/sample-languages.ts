/** The languages that samples are made in, and the names that authors write for them. */
export const sampleLanguages = {
  curl: ["curl", "bash", "shell", "sh"],
  javascript: ["javascript", "js", "node", "nodejs", "typescript", "ts"],
  python: ["python", "py"],
  go: ["go", "golang"],
} as const satisfies Record<string, readonly string[]>;

export function isSampleLanguage(word: string): boolean {
  return Object.values(sampleLanguages).some((names: readonly string[]) => names.includes(word.toLowerCase()));
}
