/** Shortens a text to one line by cutting its middle. */
export function shortenMiddle(text: string, lengthMax: number): string {
  const line = text.split("\n", 1)[0] ?? "";
  const characters = [...line];
  if (characters.length <= lengthMax) {
    return line;
  }
  const head = Math.ceil((lengthMax - 1) * 0.65);
  const tail = lengthMax - 1 - head;
  return `${characters.slice(0, head).join("").trimEnd()}…${characters.slice(-tail).join("").trimStart()}`;
}
