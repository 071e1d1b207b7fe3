import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import type { Where } from "./navigation-tree.ts";

/** The dragged item: an element of the tree, or a page that isn't in the navigation. */
export interface Dragged {
  id: string;
  title: string;
}

export interface DropPlace {
  address: string;
  where: Where;
}

interface DragRequest {
  /** Whether the item can be dropped there. */
  canDrop: (dragged: Dragged, place: DropPlace) => boolean;
  onDrop: (dragged: Dragged, place: DropPlace) => void;
  /** Called when the pointer rests on a row. */
  onRest: (address: string) => void;
}

const startPixels = 5;
const restMilliseconds = 600;
const edgePixels = 40;
const scrollPixels = 12;

/** Dragging with mouse, pen or finger. Rows have `data-row`. Native HTML drag and drop doesn't support touch. */
export function useDrag(request: DragRequest) {
  const [dragged, setDragged] = useState<Dragged>();
  const [place, setPlace] = useState<DropPlace>();
  const ghost = useRef<HTMLDivElement>(null);
  const position = useRef("");
  const current = useRef(request);
  current.current = request;
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function begin(event: ReactPointerEvent<HTMLElement>, subject: Dragged): void {
    if (event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    let isDragging = false;
    let over: DropPlace | undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let restedOn: string | undefined;

    const move = (moved: PointerEvent) => {
      if (!isDragging && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < startPixels) return;
      moved.preventDefault();
      if (!isDragging) setDragged(subject);
      isDragging = true;
      position.current = `translate(${moved.clientX + 12}px, ${moved.clientY + 8}px)`;
      if (ghost.current !== null) ghost.current.style.transform = position.current;
      const row = document.elementFromPoint(moved.clientX, moved.clientY)?.closest<HTMLElement>("[data-row]");
      scrollAtEdge(row, moved.clientY);
      const found = row == null ? undefined : placeAt(row, moved.clientY, (at) => current.current.canDrop(subject, at));
      if (found?.address !== over?.address || found?.where !== over?.where) setPlace(found);
      over = found;
      const address = row?.dataset.row;
      if (address === restedOn) return;
      clearTimeout(rest);
      restedOn = address;
      if (address !== undefined) rest = setTimeout(() => current.current.onRest(address), restMilliseconds);
    };
    const end = (isDrop: boolean) => {
      clearTimeout(rest);
      controller.abort();
      setTimeout(() => clicks.abort());
      setDragged(undefined);
      setPlace(undefined);
      if (isDrop && isDragging && over !== undefined) current.current.onDrop(subject, over);
    };
    const controller = new AbortController();
    const clicks = new AbortController();
    const { signal } = controller;
    stop.current = () => end(false);
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", () => end(true), { signal });
    window.addEventListener("pointercancel", () => end(false), { signal });
    window.addEventListener("keydown", (key) => key.key === "Escape" && end(false), { signal });
    // The click that ends a drag must not open the page.
    window.addEventListener(
      "click",
      (click) => {
        if (isDragging) click.stopPropagation();
      },
      { capture: true, signal: clicks.signal },
    );
  }

  /** Places the ghost at the pointer at once, so that it doesn't appear in a corner first. */
  const showGhost = (element: HTMLDivElement | null) => {
    ghost.current = element;
    if (element !== null) element.style.transform = position.current;
  };
  return { begin, dragged, place, showGhost };
}

/** The upper quarter of a row means before it, the lower quarter after it, the middle inside it. */
function placeAt(row: HTMLElement, y: number, canDrop: (place: DropPlace) => boolean): DropPlace | undefined {
  const { top, height } = row.getBoundingClientRect();
  const part = (y - top) / height;
  const address = row.dataset.row ?? "";
  const half: Where = part < 0.5 ? "before" : "after";
  const wanted: Where[] = part > 0.25 && part < 0.75 ? ["inside", half] : [half, "inside"];
  return wanted.map((where) => ({ address, where })).find(canDrop);
}

function scrollAtEdge(row: HTMLElement | null | undefined, y: number): void {
  const box = scrollerOf(row?.parentElement);
  if (box === undefined) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (y < top + edgePixels) box.scrollBy(0, -scrollPixels);
  else if (y > bottom - edgePixels) box.scrollBy(0, scrollPixels);
}

/** The pane around the list, because the list itself doesn't scroll. */
function scrollerOf(element: HTMLElement | null | undefined): HTMLElement | undefined {
  if (element == null) return undefined;
  const scrolls = element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === "auto";
  return scrolls ? element : scrollerOf(element.parentElement);
}
