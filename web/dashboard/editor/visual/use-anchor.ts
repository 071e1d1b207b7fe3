import { type CSSProperties, useLayoutEffect, useState } from "react";
import type { VisualPage } from "./visual-page.ts";

const gap = 6;

/** Positions a floating element at a position of the text: below it, or above if there is no room. */
export function useAnchor(
  page: VisualPage,
  position: number | undefined,
  { height, width, prefers = "below" }: { height: number; width: number; prefers?: "below" | "above" },
): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({ visibility: "hidden" });
  const { state } = page.view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text moves when the state changes.
  useLayoutEffect(() => {
    const frame = page.view.dom.closest("[data-visual-frame]");
    const scroller = page.view.dom.closest("[data-visual-scroller]");
    if (position === undefined || frame === null || scroller === null) return;
    const box = frame.getBoundingClientRect();
    const seen = scroller.getBoundingClientRect();
    const at = page.view.coordsAtPos(Math.min(position, page.view.state.doc.content.size));
    const hasRoomBelow = at.bottom + height + gap < Math.min(seen.bottom, window.innerHeight);
    const hasRoomAbove = at.top - height - gap > seen.top;
    const isBelow = prefers === "below" ? hasRoomBelow || !hasRoomAbove : !hasRoomAbove;
    // The pane may be narrower than the frame, or than the element.
    const right = Math.min(box.right, seen.right) - box.left;
    const left = Math.max(8, Math.min(at.left - box.left, right - width - 8));
    setStyle(isBelow ? { left, top: at.bottom - box.top + gap } : { left, bottom: box.bottom - at.top + gap });
  }, [page, position, state, height, width, prefers]);
  return style;
}
