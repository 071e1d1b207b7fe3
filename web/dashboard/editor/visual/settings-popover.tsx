import { X } from "lucide-react";
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { isImage } from "../document/page-schema.ts";
import { type PlacedBlock, selectedThing } from "./block-commands.ts";
import { ComponentPanel } from "./component-panel.tsx";
import { ImagePanel } from "./image-panel.tsx";
import type { VisualPage } from "./visual-page.ts";

const gap = 10;
const widthMax = 340;

/** The settings of the selected component or image, next to it. Closes when something else is selected. */
export function SettingsPopover({ page }: { page: VisualPage }) {
  const thing = selectedThing(page.view.state);
  const isGone = thing === undefined;
  useEffect(() => {
    if (isGone) page.closePanel();
  }, [page, isGone]);
  if (thing === undefined) return null;
  return <Popover key={thing.position} page={page} {...thing} />;
}

function Popover({ page, node, position }: { page: VisualPage } & PlacedBlock) {
  const panel = useRef<HTMLElement>(null);
  const style = usePlace(page, position);
  const isPlaced = style.visibility !== "hidden";
  useEffect(() => {
    if (!isPlaced) return;
    // The first field gets the focus when the settings open.
    panel.current?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "nearest" });
  }, [isPlaced]);
  const isPicture = isImage(node);
  const Panel = isPicture ? ImagePanel : ComponentPanel;
  const title = isPicture ? "Image" : String(node.attrs.name) || "Fragment";
  const close = () => {
    page.closePanel();
    page.view.focus();
  };
  return (
    <aside
      ref={panel}
      aria-label={`Settings of ${title}`}
      style={style}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
      className="absolute z-30 flex max-h-[min(480px,70vh)] flex-col rounded-card border border-line bg-raised shadow-float"
    >
      <header className="flex flex-none items-center justify-between gap-2 border-b border-line py-1.5 pr-1.5 pl-4">
        <h2 className="truncate text-[14px]">{title}</h2>
        <IconButton label="Close" onClick={close}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <div className="grid content-start gap-4 overflow-y-auto p-4">
        <Panel page={page} node={node} position={position} />
      </div>
    </aside>
  );
}

/** To the right of the block if there is room, otherwise below it, and never over it. */
function usePlace(page: VisualPage, position: number): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({ visibility: "hidden" });
  const { doc } = page.view.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the block moves when the text changes.
  useLayoutEffect(() => {
    const frame = page.view.dom.closest("[data-visual-frame]");
    const scroller = page.view.dom.closest("[data-visual-scroller]");
    const shown = page.view.nodeDOM(position);
    if (frame === null || scroller === null || !(shown instanceof Element)) return;
    const place = () => {
      const [around, seen, block] = [frame, scroller, shown].map((each) => each.getBoundingClientRect());
      if (around === undefined || seen === undefined || block === undefined) return;
      const width = Math.min(widthMax, seen.width - 2 * gap);
      const isBeside = block.right + gap + width + gap <= seen.right;
      const left = isBeside
        ? block.right + gap
        : Math.max(seen.left + gap, Math.min(block.left, seen.right - width - gap));
      const top = isBeside ? block.top : block.bottom + gap;
      setStyle({ width, left: left - around.left, top: top - around.top });
    };
    place();
    // Another pane may open, and the window may change its size.
    const observer = new ResizeObserver(place);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [page, position, doc]);
  return style;
}
