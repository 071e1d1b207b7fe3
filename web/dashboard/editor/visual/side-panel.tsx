import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../../ui/button.tsx";
import { isImage } from "../document/page-schema.ts";
import { selectedThing } from "./block-commands.ts";
import { ComponentPanel } from "./component-panel.tsx";
import { ImagePanel } from "./image-panel.tsx";
import type { VisualPage } from "./visual-page.ts";

/** The props of the selected component or image. Follows the selection until it is closed. */
export function SidePanel({ page }: { page: VisualPage }) {
  const thing = selectedThing(page.view.state);
  if (thing === undefined) {
    return (
      <PanelFrame page={page} title="Props">
        <p className="text-ink-faint">Select a component or an image to edit it here.</p>
      </PanelFrame>
    );
  }
  const isPicture = isImage(thing.node);
  const Panel = isPicture ? ImagePanel : ComponentPanel;
  const name = isPicture ? "Image" : String(thing.node.attrs.name);
  return (
    <PanelFrame page={page} title={name || "Fragment"} key={isPicture ? undefined : `${name} ${thing.position}`}>
      <Panel page={page} {...thing} />
    </PanelFrame>
  );
}

function PanelFrame({ page, title, children }: { page: VisualPage; title: string; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The first field gets the focus when the panel opens.
    panel.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, []);
  const close = () => {
    page.closePanel();
    page.view.focus();
  };
  return (
    <aside
      ref={panel}
      aria-label={`${title} props`}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
      className="absolute inset-y-0 right-0 z-30 flex w-[320px] max-w-full flex-col flex-none border-l border-line bg-surface shadow-float @4xl:static @4xl:shadow-none"
    >
      <header className="flex flex-none items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="truncate">{title}</h2>
        <IconButton label="Close" onClick={close}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <div className="grid content-start gap-4 overflow-y-auto p-4">{children}</div>
    </aside>
  );
}
