import "prosemirror-view/style/prosemirror.css";
import "prosemirror-tables/style/tables.css";
import "prosemirror-gapcursor/style/gapcursor.css";
import "./visual.css";
import "./components.css";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { EditorPaneProps } from "../editor-context.ts";
import { BlockHandle } from "./block-handle.tsx";
import { FrontmatterForm, frontmatterSource, isUnreadable } from "./frontmatter-form.tsx";
import type { VisualOptions } from "./host.ts";
import { ImageDialog } from "./image-panel.tsx";
import { InsertMenu } from "./insert-menu.tsx";
import { LinkEditor } from "./link-editor.tsx";
import { SelectionBubble } from "./selection-bubble.tsx";
import { SettingsPopover } from "./settings-popover.tsx";
import { SourceDialog } from "./source-dialog.tsx";
import { Toolbar } from "./toolbar.tsx";
import { VisualPage } from "./visual-page.ts";

/** Visual mode: the page as readers see it, edited in place. Every edit is written to the page's source. */
export function VisualEditor(props: EditorPaneProps & VisualOptions) {
  const { session, place, blocks, catalog } = props;
  const mount = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [page, setPage] = useState<VisualPage>();
  useEffect(() => {
    if (mount.current === null) return;
    const opened = new VisualPage(mount.current, session, () => latest.current);
    const { place: first } = latest.current;
    // A page opens at its top anyway.
    if (first.end > 0) opened.goTo(first);
    if (first.takesFocus && document.activeElement === document.body) opened.view.focus();
    setPage(opened);
    return () => {
      setPage(undefined);
      opened.destroy();
    };
  }, [session]);
  useEffect(() => {
    // The person may have clicked elsewhere meanwhile.
    if (place.end > 0) page?.goTo(place);
  }, [page, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are read again.
  useEffect(() => page?.refreshBlocks(), [page, blocks, catalog]);
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      {page?.canWrite && <Live page={page} render={() => <Toolbar page={page} />} />}
      <div className="relative flex min-h-0 flex-1">
        <div data-visual-scroller className="relative min-w-0 flex-1 overflow-y-auto">
          <div
            data-visual-frame
            className="visual-frame relative mx-auto min-h-full max-w-[832px] px-5 pt-8 pb-[40vh] @xl:pr-8 @xl:pl-16 pointer-coarse:@xl:pr-5 pointer-coarse:@xl:pl-[92px]"
          >
            {page !== undefined && (
              <Live
                page={page}
                render={() =>
                  !isUnreadable(page.view.state) && (
                    <FrontmatterForm page={page} source={frontmatterSource(page.view.state)} />
                  )
                }
              />
            )}
            <div ref={mount} className="visual-text" />
            {page !== undefined && <Live page={page} render={() => <Floating page={page} />} />}
          </div>
        </div>
        {page !== undefined && (
          <Live page={page} render={() => <Panels page={page} canUpload={props.onFiles !== undefined} />} />
        )}
      </div>
    </div>
  );
}

/** Renders again with every change of the text or the selection. */
function Live({ page, render }: { page: VisualPage; render: () => React.ReactNode }) {
  useSyncExternalStore(page.subscribe, page.version);
  return render();
}

function Floating({ page }: { page: VisualPage }) {
  const isLinkOpen = page.panel?.kind === "link";
  return (
    <>
      {page.panel?.kind === "props" && <SettingsPopover page={page} />}
      {page.canWrite && <BlockHandle page={page} />}
      {page.canWrite && <InsertMenu page={page} />}
      {isLinkOpen ? <LinkEditor page={page} /> : page.panel === undefined && <SelectionBubble page={page} />}
    </>
  );
}

function Panels({ page, canUpload }: { page: VisualPage; canUpload: boolean }) {
  const { panel } = page;
  if (panel?.kind === "image") return <ImageDialog page={page} canUpload={canUpload} />;
  if (panel?.kind === "source" || panel?.kind === "newSource") return <SourceDialog page={page} panel={panel} />;
  return null;
}
