import { useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { UploadedMedia } from "../../../src/contract/editor-file-operations.ts";
import { Button } from "../ui/button.tsx";
import { showError } from "../ui/toast.tsx";
import { type DraftParams, draftQuery, mediaUrl } from "./draft-queries.ts";
import type { Mode } from "./editor-bar.tsx";
import { editorApi } from "./editor-client.ts";
import type { EditorPaneProps, PageProblem, PageSession, Target } from "./editor-context.ts";
import { AltTextDialog } from "./files/alt-text-dialog.tsx";
import { uploadMedia } from "./files/upload-media.ts";
import type { usePageSession } from "./live/use-draft-connection.ts";
import { useLivePreview, useRenderedBlocks } from "./preview/use-live-preview.ts";
import { useCompletionData } from "./source/use-completion-data.ts";

const loadVisual = async () => ({ default: (await import("./visual/visual-editor.tsx")).VisualEditor });
const loadSource = async () => ({ default: (await import("./source/source-editor.tsx")).SourceEditor });
const VisualEditor = lazy(loadVisual);
const SourceEditor = lazy(loadSource);

interface PagePaneProps extends Pick<EditorPaneProps, "problems" | "onPlace" | "onAsk" | "onComment"> {
  path: string | undefined;
  /** The kind of file; undefined while it isn't known. */
  kind: string | undefined;
  mode: Mode;
  /** Whether the page is too long for visual mode. */
  isLong: boolean;
  use: ReturnType<typeof usePageSession>;
  draft: DraftParams;
  target: Target;
  /** Called with the build's problems whenever they change, also while the preview is closed. */
  onProblems: (problems: readonly PageProblem[]) => void;
}

/** The open file: a page in either mode, another text file as source, or an image. */
export function PagePane({ path, kind, mode, isLong, use, draft, ...rest }: PagePaneProps) {
  const { session, problem } = use;
  if (path === undefined) return <Filled>Choose a page.</Filled>;
  if (kind === "media") {
    return (
      <Filled>
        <img src={mediaUrl(draft, path)} alt="" className="max-h-[70vh] max-w-full" />
        <p className="mt-3 font-mono text-[13px]">{path}</p>
      </Filled>
    );
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-surface lg:min-w-[36%]">
      {problem !== undefined && <Trouble problem={problem} />}
      {isLong && (
        <p role="status" className="border-b border-line bg-sunken px-4 py-2 text-[13px] text-ink-soft">
          This page is too long for visual mode, so it is shown as source.
        </p>
      )}
      {session === undefined ? (
        <Filled>{use.status === "over" ? "This draft has ended." : problem === undefined && "Loading…"}</Filled>
      ) : (
        <Suspense fallback={<Filled>Loading…</Filled>}>
          <OpenPage key={path} {...{ session, mode, draft }} {...rest} />
        </Suspense>
      )}
    </div>
  );
}

const noIcons = async () => [];

type OpenPageProps = Omit<PagePaneProps, "path" | "kind" | "isLong" | "use"> & { session: PageSession };

function OpenPage({ session, mode, draft, target, problems, onPlace, onProblems, onAsk, onComment }: OpenPageProps) {
  const facts = useCompletionData(draft);
  const rendered = useRenderedBlocks(session);
  const { problems: found, page } = useLivePreview(session);
  useEffect(() => onProblems(found), [found, onProblems]);
  const blocks = useCallback((start: number, end: number) => rendered({ start, end }), [rendered]);
  const files = useDroppedFiles(draft);
  // Both modes, so that switching works while the server is away or after it was upgraded.
  useEffect(() => void Promise.allSettled([loadVisual(), loadSource()]), []);
  const shared = { session, place: target, onPlace, problems, onAsk, onComment };
  const isPage = /\.mdx?$/.test(session.path);
  return (
    <>
      <div className="min-h-0 flex-1" style={{ "--color-site": page?.accent || undefined } as CSSProperties}>
        {mode === "visual" && isPage ? (
          <VisualEditor
            {...shared}
            catalog={facts?.components ?? []}
            pages={facts?.pages ?? []}
            media={facts?.media ?? []}
            findIcons={facts?.findIcons ?? noIcons}
            blocks={blocks}
            imageUrl={(src) => imageUrl(draft, session.path, src)}
            {...(session.canWrite && session.isSuggestion !== true && { onFiles: files.store })}
          />
        ) : (
          <SourceEditor {...shared} facts={facts} />
        )}
      </div>
      {files.dialog}
    </>
  );
}

/** Uploads files one after the other, and asks for a description of each image unless it is given. */
function useDroppedFiles(draft: DraftParams) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ media: UploadedMedia; answer: (alt: string | undefined) => void }>();
  const store = async (dropped: File[], given = "") => {
    const stored: { path: string; alt: string }[] = [];
    for (const file of dropped) {
      try {
        const media = await uploadMedia(draft, file);
        void queries.invalidateQueries(draftQuery(draft));
        const asking = () => new Promise<string | undefined>((answer) => setAsked({ media, answer }));
        const alt = given === "" ? await asking() : given;
        if (alt === undefined) {
          await editorApi.removeMedia({ ...draft, path: media.path });
          void queries.invalidateQueries(draftQuery(draft));
        } else stored.push({ path: `/${media.path.split("/").map(encodeURIComponent).join("/")}`, alt });
      } catch (error) {
        showError(error);
      } finally {
        setAsked(undefined);
      }
    }
    return stored;
  };
  const dialog = asked && (
    <AltTextDialog
      key={asked.media.path}
      draft={draft}
      media={asked.media}
      onDone={asked.answer}
      onCancel={() => asked.answer(undefined)}
    />
  );
  return { store, dialog };
}

/** Images of the project come from the draft. Others are loaded from their own address. */
function imageUrl(draft: DraftParams, page: string, src: string): string | undefined {
  if (/^(?:https?:)?\/\//.test(src) || src.startsWith("data:")) return src;
  const base = new URL(page, "https://site.invalid/");
  const url = URL.canParse(src, base) ? new URL(src, base) : undefined;
  return url && mediaUrl(draft, decodeURIComponent(url.pathname.slice(1)));
}

/** Shows a problem with the page, and the person's own text if it couldn't be merged. */
function Trouble({ problem }: { problem: NonNullable<PagePaneProps["use"]["problem"]> }) {
  const copy = "copy" in problem ? problem.copy : undefined;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-line bg-warn-soft px-4 py-2">
      <span className="min-w-0 flex-1">{problem.message}</span>
      {copy !== undefined && (
        <Button size="small" onClick={() => void navigator.clipboard.writeText(copy)}>
          Copy my text
        </Button>
      )}
      {"dismiss" in problem && (
        <Button size="small" look="ghost" onClick={problem.dismiss}>
          Dismiss
        </Button>
      )}
    </div>
  );
}

function Filled({ children }: { children: React.ReactNode }) {
  return <div className="flex min-w-0 flex-1 flex-col items-center justify-center p-6 text-ink-faint">{children}</div>;
}
