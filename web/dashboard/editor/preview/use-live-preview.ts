import { useCallback, useSyncExternalStore } from "react";
import { useProject } from "../../shell/current-project.ts";
import { editorApi } from "../editor-client.ts";
import type { PageSession, Place } from "../editor-context.ts";
import { findBlock, movePlace, rangeOf } from "./article-blocks.ts";
import { createLivePreview, type LivePreview, type PreviewState } from "./live-preview.ts";

/** One preview for each open page, shared by all parts of the editor that show it. */
const previews = new WeakMap<PageSession["text"], LivePreview>();

/** The preview of an open page, which follows its text. */
export function useLivePreview(session: PageSession): PreviewState {
  const { project } = useProject();
  const preview = previewOf(project.id, session);
  return useSyncExternalStore(preview.subscribe, preview.read);
}

function previewOf(projectId: string, session: PageSession): LivePreview {
  const known = previews.get(session.text);
  if (known !== undefined) return known;
  const { draftId, path } = session;
  const preview = createLivePreview(session, (text, signal) =>
    editorApi.previewPage({ projectId, draftId, path, text }, { signal }),
  );
  previews.set(session.text, preview);
  return preview;
}

/**
 * The rendered HTML of the block at a place in the text, for blocks that visual mode can't edit. Undefined until the
 * current source of the block has been rendered.
 */
export function useRenderedBlocks(session: PageSession): (place: Place) => string | undefined {
  const { page } = useLivePreview(session);
  const { text } = session;
  return useCallback(
    (place) => {
      if (page === undefined) return undefined;
      const now = text.toString();
      const there = movePlace(place, now, page.text);
      const isSame = page.text.slice(there.start, there.end) === now.slice(place.start, place.end);
      return isSame ? blockOf(page.html, there) : undefined;
    },
    [page, text],
  );
}

let parsed: { html: string; root: Document } | undefined;

/** All elements with exactly this range: a snippet or an expression can become several. */
function blockOf(html: string, { start, end }: Place): string | undefined {
  if (parsed?.html !== html) parsed = { html, root: new DOMParser().parseFromString(html, "text/html") };
  const exact = [...parsed.root.querySelectorAll(`[data-source="${start}-${end}"]`)];
  if (exact.length > 0) return exact.map((element) => element.outerHTML).join("");
  const around = findBlock(parsed.root, { start, end });
  const range = around && rangeOf(around);
  return range !== undefined && range.start >= start && range.end <= end ? around?.outerHTML : undefined;
}
