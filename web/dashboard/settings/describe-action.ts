/** Turns the name of an operation into words: `createKey` → “Create key”. */
export function describeAction(action: string): string {
  const words = action.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Puts readable details first. IDs come last, shortened to their distinctive ends. */
export function describeDetails(details: Readonly<Record<string, string>>): string {
  const isId = (value: string) => /^[a-z]{3}_[0-9a-z]{20,}$/.test(value);
  const entries = Object.entries(details);
  return [
    ...entries.filter(([, value]) => !isId(value)).map(([name, value]) => describeDetail(name, value)),
    ...entries.filter(([, value]) => isId(value)).map(([, value]) => `…${value.slice(-8)}`),
  ].join(", ");
}

function describeDetail(name: string, value: string): string {
  switch (name) {
    case "number":
      return `#${value}`;
    case "attempts":
      return value === "1" ? "once" : `${value} times within an hour`;
    case "name":
      return `“${value}”`;
    case "changed":
      return value.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
    default:
      return value;
  }
}
