const key = "lectern-searches";
const kept = 5;

/** The recent searches in this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((query) => typeof query === "string").slice(0, kept) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(query: string): void {
  store([query, ...recentSearches().filter((other) => other !== query)].slice(0, kept));
}

export function forgetSearches(): void {
  store([]);
}

function store(queries: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(queries));
  } catch {
    // Without storage, there are no recent searches.
  }
}
