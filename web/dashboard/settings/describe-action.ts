/** The name of an operation as words: `createKey` → “Create key”. */
export function describeAction(action: string): string {
  const words = action.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
