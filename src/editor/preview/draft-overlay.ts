import { LRUCache } from "lru-cache";
import { type PreviewPlan, type ReplacedText, replaceText, shapeOf } from "../../site/previewing.ts";
import { isCodeFile, isPageFile } from "../../site/project.ts";
import type { ChangedFile, ChangeInput } from "./host-messages.ts";

/** The changes of a draft, as the preview host knows them. */
export interface DraftOverlay {
  files: Map<string, ChangedFile>;
  /** The texts of changed text files, by path. */
  texts: Map<string, ReplacedText>;
}

/** The limit for the texts of all drafts together, in UTF-16 units. A draft that was evicted is sent again. */
const textLengthMax = 64_000_000;

/** Caches the changes of the most recently used drafts. */
export function createOverlays() {
  const overlays = new LRUCache<string, DraftOverlay>({ maxSize: textLengthMax });
  return {
    find: (draftId: string) => overlays.get(draftId),
    change({ draftId, isFirst, changed, unchanged }: ChangeInput): void {
      const before = overlays.get(draftId);
      if (before === undefined && !isFirst) return;
      const known = isFirst || before === undefined ? { files: new Map(), texts: new Map() } : before;
      const overlay: DraftOverlay = { files: new Map(known.files), texts: new Map(known.texts) };
      for (const path of [...unchanged, ...changed.map((file) => file.path)]) {
        overlay.files.delete(path);
        overlay.texts.delete(path);
      }
      for (const file of changed) {
        overlay.files.set(file.path, file);
        if (file.kind === "text") overlay.texts.set(file.path, replaceText(file.path, file.text));
      }
      const length = [...overlay.texts.values()].reduce((sum, { text }) => sum + text.length, 1);
      overlays.set(draftId, overlay, { size: length });
    },
  };
}

/** The files of the draft, with the unsaved text of the page in place of its saved text. */
export function withUnsaved(overlay: DraftOverlay, page: ReplacedText): DraftOverlay {
  const file: ChangedFile = { path: page.path, kind: "text", text: page.text };
  return {
    files: new Map(overlay.files).set(page.path, file),
    texts: new Map(overlay.texts).set(page.path, page),
  };
}

/** Identifies the plan that these files need; empty if they can use the plan of the base. */
export function overlayShape(base: PreviewPlan, { files, texts }: DraftOverlay): string {
  const shapes = [...files.values()].map((file) => {
    if (file.kind === "media") return `${file.path}:${file.stamp}`;
    if (file.kind === "removed") return base.project.facts.has(file.path) || !isRead(file.path) ? `-${file.path}` : "";
    const text = texts.get(file.path);
    return text === undefined ? "" : shapeOf(base, text);
  });
  return shapes
    .filter((shape) => shape !== "")
    .sort()
    .join("\n");
}

function isRead(path: string): boolean {
  return isPageFile(path) || isCodeFile(path);
}
