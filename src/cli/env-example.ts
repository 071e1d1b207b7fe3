import type { Setting } from "../platform/settings.ts";

const lineMaxLength = 100;

/** Renders `.env.example`: every setting with its default, commented out, so that a copy changes nothing. */
export function renderEnvExample(settings: readonly Setting[]): string {
  const head = comment(
    "Copy this file to .env and change what you need. The values shown are the defaults. Environment variables override this file.",
  );
  return [head, ...settings.map(({ name, value, about }) => `${comment(about)}\n# ${name}=${value}`)]
    .join("\n\n")
    .concat("\n");
}

function comment(text: string): string {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(" ")) {
    if (line.length + word.length + 1 > lineMaxLength) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}
