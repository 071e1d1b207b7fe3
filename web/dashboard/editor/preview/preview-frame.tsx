import { useEffect, useState } from "react";
import { editorPreviewOperations } from "../../../../src/contract/editor-preview-operations.ts";
import { useProject } from "../../shell/current-project.ts";
import { useTheme } from "../../shell/theme.ts";
import type { Place } from "../editor-context.ts";
import { markPlace, rangeOf, selectTab } from "./article-blocks.ts";
import { showArticle } from "./frame-article.ts";
import type { RenderedPage } from "./live-preview.ts";

interface PreviewFrameProps {
  draftId: string;
  page: RenderedPage | undefined;
  /** The caret, as a range in the rendered text. */
  place: Place | undefined;
  onPlace: (place: Place) => void;
  className: string;
}

/** The article in its own document, with the site's styles. No scripts run in it; clicks are handled from here. */
export function PreviewFrame({ draftId, page, place, onPlace, className }: PreviewFrameProps) {
  const { project } = useProject();
  const [theme] = useTheme();
  /** The loaded document. Each load creates a new one. */
  const [shown, setShown] = useState<Document | null>(null);
  const [version, setVersion] = useState<string>();
  const address = editorPreviewOperations.readPreviewFrame.path
    .replace("{projectId}", encodeURIComponent(project.id))
    .replace("{draftId}", encodeURIComponent(draftId));

  useEffect(() => {
    if (shown === null || page === undefined) return;
    showArticle(shown, page.html, page.stylesheet);
    const { version: loaded } = shown.documentElement.dataset;
    // If the site's colors or fonts have changed, the document is loaded again.
    if (loaded !== undefined && page.cssVersion !== "" && loaded !== page.cssVersion) setVersion(page.cssVersion);
  }, [page, shown]);

  useEffect(() => {
    if (shown !== null && page !== undefined) markPlace(shown, place);
  }, [place, page, shown]);

  useEffect(() => {
    if (shown === null) return;
    const { dataset } = shown.documentElement;
    if (theme === "system") delete dataset.theme;
    else dataset.theme = theme;
  }, [theme, shown]);

  useEffect(() => {
    const onClick = (event: Event) => handleClick(event, onPlace);
    shown?.addEventListener("click", onClick);
    return () => shown?.removeEventListener("click", onClick);
  }, [onPlace, shown]);

  return (
    <iframe
      title="Preview of the page"
      sandbox="allow-same-origin"
      src={version === undefined ? address : `${address}?version=${version}`}
      onLoad={(event) => setShown(event.currentTarget.contentDocument)}
      className={className}
    />
  );
}

/** A click on a tab or accordion works as on the site. Any other click leads to the text. */
function handleClick({ target }: Event, onPlace: (place: Place) => void): void {
  const element = target as Element | null;
  if (typeof element?.closest !== "function") return;
  const tab = element.closest("[data-tab]");
  if (tab !== null) selectTab(tab);
  if (tab !== null || element.closest("summary") !== null) return;
  const block = element.closest("[data-source]");
  const range = block === null ? undefined : rangeOf(block);
  if (range !== undefined) onPlace(range);
}
