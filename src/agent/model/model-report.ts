import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { oneLine } from "../../site/project.ts";
import type { TurnReport } from "../turn-store.ts";
import { describeUntouched } from "./check-claims.ts";
import type { FinishedWork } from "./conversation.ts";

const titleCharactersMax = 100;
const descriptionCharactersMax = 20_000;
const filesShownMax = 200;

/** The model's description of its work, made safe for a pull request: no images, HTML or mentions. */
export function modelReport(
  { title, description }: FinishedWork,
  {
    prompt,
    model,
    changes,
    untouched,
  }: { prompt: string; model: string; changes: readonly FileChange[]; untouched: readonly string[] },
): TurnReport {
  const files = changes.slice(0, filesShownMax).map(({ path, content, movedFrom }) => {
    if (movedFrom !== undefined) return `- renamed: ${code(movedFrom)} → ${code(path)}`;
    return `- ${content === undefined ? "removed" : "changed"}: ${code(path)}`;
  });
  const more = changes.length > filesShownMax ? [`- and ${changes.length - filesShownMax} more`] : [];
  return {
    title: toTitle(title) || toTitle(prompt) || "Change the documentation",
    body: [
      harmless(description).slice(0, descriptionCharactersMax),
      `## Files\n\n${[...files, ...more].join("\n")}`,
      describeUntouched(untouched, code),
      `Asked for:\n\n${harmless(prompt)
        .slice(0, titleCharactersMax * 10)
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n")}`,
      `Made by the language model ${code(model)}. Review it before you merge it.`,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  };
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function toTitle(text: string): string {
  return oneLine(harmless(text)).slice(0, titleCharactersMax);
}

/** Without HTML, images and mentions. */
export function harmless(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("![", "\\!\\[").replaceAll("@", "@\u200b").trim();
}
