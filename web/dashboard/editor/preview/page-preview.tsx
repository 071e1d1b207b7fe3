import { Monitor, Smartphone, Tablet } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import type { PageSession, Place } from "../editor-context.ts";
import { movePlace } from "./article-blocks.ts";
import type { PreviewState } from "./live-preview.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { useLivePreview } from "./use-live-preview.ts";

interface PagePreviewProps {
  session: PageSession;
  /** The caret. Its block is marked, and scrolled into view if necessary. */
  place: Place;
  /** Called with the range of a clicked block. */
  onPlace: (place: Place) => void;
}

const widths = [
  { name: "Desktop", icon: Monitor, className: "w-full" },
  { name: "Tablet", icon: Tablet, className: "w-[768px] shrink-0" },
  { name: "Phone", icon: Smartphone, className: "w-[390px] shrink-0" },
] as const;

/** The page as readers would see it with the current, unsaved text. */
export function PagePreview({ session, place, onPlace }: PagePreviewProps) {
  const state = useLivePreview(session);
  const { page } = state;
  const [width, setWidth] = useState<(typeof widths)[number]>(widths[0]);
  const { text } = session;
  const { start, end } = place;
  // The marks refer to the rendered text, which may be a few keystrokes behind.
  const shownPlace = useMemo(
    () => page && movePlace({ start, end }, text.toString(), page.text),
    [page, text, start, end],
  );
  const goTo = useCallback(
    (range: Place) => onPlace(page === undefined ? range : movePlace(range, page.text, text.toString())),
    [page, text, onPlace],
  );
  return (
    <section aria-label="Preview" className="flex h-full min-h-0 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-3 border-b border-line px-3">
        <p className="min-w-0 flex-1 truncate text-[13px] text-ink-soft">{page?.title ?? "Preview"}</p>
        <fieldset className="flex gap-0.5">
          <legend className="sr-only">Width of the preview</legend>
          {widths.map((each) => (
            <IconButton
              key={each.name}
              label={each.name}
              aria-pressed={each === width}
              className="aria-pressed:bg-hover aria-pressed:text-ink"
              onClick={() => setWidth(each)}
            >
              <each.icon size={16} aria-hidden />
            </IconButton>
          ))}
        </fieldset>
      </div>
      <p
        role="status"
        className="shrink-0 border-b border-line bg-warn-soft px-3 py-2 text-[13px] text-ink [overflow-wrap:anywhere] empty:sr-only"
      >
        {noticeOf(state)}
      </p>
      <div className="flex min-h-0 flex-1 overflow-x-auto bg-sunken">
        <PreviewFrame
          draftId={session.draftId}
          page={page}
          place={shownPlace}
          onPlace={goTo}
          className={`mx-auto h-full bg-surface ${width.className}`}
        />
      </div>
    </section>
  );
}

/** Explains why the preview doesn't show the current text. */
function noticeOf({ status, problems, message, page }: PreviewState): string | undefined {
  if (status === "offline") return "You are offline. The preview continues when you are back.";
  if (status === "loading") return page === undefined ? "Loading the preview…" : undefined;
  if (status === "current") return undefined;
  const problem = problems.find(({ severity }) => severity === "error") ?? problems[0];
  const place = message === undefined && problem?.line !== undefined ? `Line ${problem.line}: ` : "";
  const reason = `${place}${message ?? problem?.message ?? "The page can't be rendered."}`;
  return page === undefined ? reason : `${reason} The last version that could be rendered is shown.`;
}
