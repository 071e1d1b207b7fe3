/** The names themselves and everything that they lead to, directly or indirectly, sorted. */
export function listReachable(names: Iterable<string>, next: (name: string) => readonly string[]): string[] {
  const found = new Set(names);
  // A set also visits the names that are added while it is iterated.
  for (const name of found) for (const target of next(name)) found.add(target);
  return [...found].toSorted();
}
