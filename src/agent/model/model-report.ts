import type { FileChange } from "../rules/rules-outcome.ts";
import type { TurnReport } from "../turn-store.ts";
import type { FinishedWork } from "./conversation.ts";

const titleCharactersMax = 100;
const descriptionCharactersMax = 20_000;
const filesShownMax = 200;

/** What a model says of its work, as far as it may stand in a pull request: no pictures, no HTML, no mentions. */
export function modelReport(
  { title, description }: FinishedWork,
  { prompt, model, changes }: { prompt: string; model: string; changes: readonly FileChange[] },
): TurnReport {
  const files = changes.slice(0, filesShownMax).map(({ path, content }) => {
    const what = content === undefined ? "removed" : "changed";
    return `- ${what}: \`${path.replaceAll("`", "'")}\``;
  });
  const more = changes.length > filesShownMax ? [`- and ${changes.length - filesShownMax} more`] : [];
  return {
    title: oneLine(title) || oneLine(prompt) || "Change the documentation",
    body: [
      harmless(description).slice(0, descriptionCharactersMax),
      `## Files\n\n${[...files, ...more].join("\n")}`,
      `Asked for:\n\n${harmless(prompt)
        .slice(0, titleCharactersMax * 10)
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n")}`,
      `Made by the language model \`${model.replaceAll("`", "'")}\` with Lectern; read it before you merge it.`,
    ].join("\n\n"),
  };
}

function oneLine(text: string): string {
  return harmless(text).replace(/\s+/g, " ").trim().slice(0, titleCharactersMax);
}

function harmless(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("![", "\\!\\[").replaceAll("@", "@\u200b").trim();
}
