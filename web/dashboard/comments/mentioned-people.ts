interface Person {
  id: string;
  name: string;
}

/** The people whose name follows an @. `@Anna` doesn't mention Ann. */
export function mentionedPeople(body: string, people: readonly Person[]): string[] {
  const mentioned: string[] = [];
  let left = body;
  // Longer names first, because "Ada King" starts like "Ada".
  for (const { id, name } of people.toSorted((one, other) => other.name.length - one.name.length)) {
    const rest = left.split(`@${name}`);
    const isWhole = (after: string) => !/^[\p{L}\p{N}]/u.test(after);
    if (!rest.slice(1).some(isWhole)) continue;
    mentioned.push(id);
    left = rest.reduce((text, after) => `${text}${isWhole(after) ? "" : `@${name}`}${after}`);
  }
  return mentioned;
}
