/** `lightingMeasured` and `lighting_measured` → `Lighting measured`. Acronyms keep their capitals. */
export function humanizeName(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .split(" ")
    .map((word, place) => (place === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
