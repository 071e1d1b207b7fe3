import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useProject } from "../shell/current-project.ts";
import { IconButton } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { showMessage } from "../ui/toast.tsx";
import { CommentsPanel, type CommentsTask } from "./comments/comments-panel.tsx";
import { SuggestBar } from "./comments/suggest-bar.tsx";
import { useSuggesting } from "./comments/suggesting.ts";
import { useComments } from "./comments/use-comments.ts";
import { type DraftTree, draftQuery, treeQuery } from "./draft-queries.ts";
import { EditorBar, type Mode, panes, type SidePane } from "./editor-bar.tsx";
import type { PageProblem, PageSession, Place, Target } from "./editor-context.ts";
import { FileFilter, FileTree } from "./files/file-tree.tsx";
import { FindReplace } from "./files/find-replace.tsx";
import { LeftPane } from "./left-pane.tsx";
import { useDraftConnection, usePageSession } from "./live/use-draft-connection.ts";
import { PagePane } from "./page-pane.tsx";
import { ChangesList } from "./publish/changes-list.tsx";
import { EndedNotice } from "./publish/ended-notice.tsx";
import { NavigationEditor } from "./structure/navigation-editor.tsx";

const PagePreview = lazyPart(async () => (await import("./preview/page-preview.tsx")).PagePreview);
const PageHistory = lazyPart(async () => (await import("./files/page-history.tsx")).PageHistory);
const SettingsForms = lazyPart(async () => (await import("./structure/settings-forms.tsx")).SettingsForms);

interface DraftEditorProps {
  draftId: string;
  path: string | undefined;
  /** Whether the comments are shown at first. */
  withComments: boolean;
  onOpen: (path: string) => void;
  /** Opens another draft; undefined after this one was discarded or published. */
  onSwitch: (draftId: string | undefined) => void;
}

const modeKey = "lectern.editor-mode";
const none: Place = { start: 0, end: 0 };

/** A draft: its files, the open page in one of two modes, and the panels next to it. */
export function DraftEditor({ draftId, path: asked, withComments, onOpen, onSwitch }: DraftEditorProps) {
  const { project, may } = useProject();
  const draft = { projectId: project.id, draftId };
  const { data: opened, error, refetch } = useQuery(draftQuery(draft));
  const { data: tree } = useQuery(treeQuery(draft));
  const path = (asked?.startsWith("/") ? pageFile(tree, asked) : asked) ?? firstPage(tree);
  const connection = useDraftConnection(draft);
  const isOver = opened?.status === "published" || opened?.status === "discarded";
  const use = usePageSession(connection, path, isOver);
  const { suggesting, ...suggestions } = useSuggesting(use.session);
  const isLong = useIsLong(use.session);
  const [chosen, setMode] = useState<Mode>(() => (localStorage.getItem(modeKey) === "source" ? "source" : "visual"));
  const mode = isLong ? "source" : chosen;
  const [pane, setPane] = useState<SidePane | undefined>(withComments ? "comments" : undefined);
  const [task, setTask] = useState<CommentsTask>();
  const [isFinding, setFinding] = useState(false);
  const [place, setPlace] = useState<Place>(none);
  // The state is only known after the next render, which may come later than the next key.
  const lastPlace = useRef<Place>(none);
  const [target, setTarget] = useState<Target>(none);
  const [problems, setProblems] = useState<readonly PageProblem[]>([]);
  const comments = useComments(draft);
  const canWrite = may("editor") && opened?.canEdit === true;
  const report = (next: Place) => {
    lastPlace.current = next;
    setPlace(next);
  };
  const go = (next: Place) => {
    report(next);
    // A new object on every call, so that React scrolls to the same place again.
    setTarget({ ...next });
  };
  const talk = (kind: CommentsTask["kind"]) => (at: Place) => {
    if (suggesting !== undefined) {
      showMessage("Send or discard your suggestions first.");
      return;
    }
    setTask({ kind, place: at });
    setPane("comments");
  };
  const switchMode = () => {
    if (isLong) return;
    (suggesting?.session ?? use.session)?.unwritten.writeNow();
    setTarget({ ...lastPlace.current, takesFocus: true });
    const next = chosen === "visual" ? "source" : "visual";
    localStorage.setItem(modeKey, next);
    setMode(next);
  };
  // These parts also open while the server is away or after it was upgraded.
  useEffect(() => {
    for (const part of [PagePreview, PageHistory, SettingsForms]) part.preload();
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey) return;
      const key = event.key.toLowerCase();
      if (key === "s") switchMode();
      else if (key === "f") setFinding(true);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  useEffect(() => {
    document.title = `${opened?.title ?? "Editor"} · Lectern`;
  }, [opened?.title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top.
  useEffect(() => go(none), [path]);
  // The page stays even if the draft was discarded meanwhile. Its text may not be anywhere else.
  if (error !== null && opened === undefined) {
    return (
      <Page title="Editor">
        <Problem error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  const { session } = use;
  const paneLabel = panes.find(({ name }) => name === pane)?.label ?? "Page history";
  return (
    <main
      id="content"
      data-writing
      tabIndex={-1}
      className="flex h-[calc(100dvh-52px)] min-h-0 flex-col outline-none lg:h-dvh"
    >
      <h1 className="sr-only">Editor</h1>
      <EditorBar
        {...{ draft, path, mode, pane, use, canWrite, problems, isLong }}
        isSuggesting={suggesting !== undefined}
        onSuggest={isOver || use.session === undefined ? undefined : suggestions.start}
        title={opened?.title}
        openComments={comments.threads.filter((each) => each.status === "open" && each.path === path).length}
        onMode={switchMode}
        onPane={(next) => {
          setPane(next === pane ? undefined : next);
          setTask(undefined);
        }}
        onAsk={() => talk("ask")(place)}
        onFind={() => setFinding(true)}
        onLine={(line) => {
          const at = lineStart(use.session?.text.toString() ?? "", line);
          go({ start: at, end: at });
        }}
        onSwitch={onSwitch}
        onBeforeSend={async () => connection?.saved()}
      />
      {isOver && (
        <EndedNotice
          isPublished={opened.status === "published"}
          hasEdits={connection?.state.unsaved === true}
          {...{ path, connection, onSwitch }}
        />
      )}
      {suggesting !== undefined && session !== undefined && (
        <SuggestBar
          {...{ suggesting, comments }}
          live={session}
          onDone={(isSent) => {
            suggestions.stop();
            if (isSent) setPane("comments");
          }}
        />
      )}
      <div className="relative flex min-h-0 flex-1">
        <LeftPane
          path={path}
          pages={
            <FileFilter {...{ draft, path, onOpen }}>
              <NavigationEditor {...{ draft, path, canWrite, onOpen }} />
            </FileFilter>
          }
          files={
            <FileFilter {...{ draft, path, onOpen }}>
              <FileTree {...{ draft, path, onOpen }} />
            </FileFilter>
          }
          settings={<SettingsForms draft={draft} canWrite={canWrite} onOpen={onOpen} />}
        />
        <PagePane
          {...{ path, mode, problems, draft, target, isLong }}
          use={suggesting === undefined ? use : { ...use, session: suggesting.session }}
          kind={tree?.files.find((file) => file.path === path)?.kind}
          onPlace={report}
          onProblems={setProblems}
          onAsk={talk("ask")}
          onComment={talk("comment")}
        />
        {pane !== undefined && (
          <aside
            aria-label={paneLabel}
            className={`flex ${pane === "comments" ? "w-[380px]" : "w-[min(40%,760px)]"} min-w-[320px] flex-none flex-col lg:shrink border-l border-line bg-canvas max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:w-[min(100%,480px)] max-lg:shadow-float`}
          >
            {/* On wide screens, the button in the bar closes the panel. The history has none. */}
            <div
              className={`flex h-10 flex-none items-center border-b border-line pr-1 pl-4 ${pane === "history" ? "" : "lg:hidden"}`}
            >
              <h2 className="flex-1 text-[13px] font-medium">{paneLabel}</h2>
              <IconButton label={`Close ${paneLabel.toLowerCase()}`} onClick={() => setPane(undefined)}>
                <X size={16} aria-hidden />
              </IconButton>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <Suspense fallback={<p className="p-4 text-ink-faint">Loading…</p>}>
                {pane === "preview" && session !== undefined && (
                  <PagePreview session={suggesting?.session ?? session} place={place} onPlace={go} />
                )}
                {pane === "comments" && session !== undefined && (
                  <CommentsPanel {...{ session, comments, task }} onTask={setTask} isAdmin={may("admin")} onShow={go} />
                )}
                {pane === "history" && session !== undefined && (
                  <div className="p-4">
                    <PageHistory {...{ draft, session }} />
                  </div>
                )}
                {pane === "changes" && (
                  <div className="p-4">
                    <ChangesList {...{ draft, canWrite }} onOpenPage={onOpen} />
                  </div>
                )}
              </Suspense>
            </div>
          </aside>
        )}
      </div>
      {isFinding && (
        <FindReplace
          draft={draft}
          canEdit={canWrite}
          onClose={() => setFinding(false)}
          onOpen={(file, found) => {
            setFinding(false);
            onOpen(file);
            // The page has to open first. Until then, its top is shown.
            setTimeout(() => go(found));
          }}
        />
      )}
    </main>
  );
}

/** Where a line begins, after its indentation. Lines count from 1. */
function lineStart(text: string, line: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return before + (/^\s*/.exec(lines[line - 1] ?? "")?.[0].length ?? 0);
}

/** Browsers take too long to lay out more text than this after each key. */
const visualCharactersMax = 100_000;

/** Whether the page was too long for visual mode when it was opened. */
function useIsLong(session: PageSession | undefined): boolean {
  const isLong = useMemo(() => (session?.text.length ?? 0) > visualCharactersMax, [session]);
  return isLong && /\.mdx?$/.test(session?.path ?? "");
}

/** The file of a page that is named by its path on the site, such as `/guides/start`. */
function pageFile(tree: DraftTree | undefined, page: string): string | undefined {
  const name = page.split("/").filter(Boolean).join("/");
  const names = name === "" ? ["index"] : [name, `${name}/index`];
  const files = names.flatMap((each) => [`${each}.mdx`, `${each}.md`]);
  return tree?.files.find(({ path }) => files.includes(path))?.path;
}

/** The first page of the navigation, otherwise the first page of all. */
function firstPage(tree: DraftTree | undefined): string | undefined {
  const listed = tree?.navigation.find(({ path }) => path !== undefined);
  return listed?.path ?? tree?.files.find(({ path }) => /\.mdx?$/.test(path))?.path;
}
