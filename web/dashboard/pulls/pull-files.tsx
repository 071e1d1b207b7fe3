import { type RefObject, useEffect, useRef, useState } from "react";
import { count } from "../../../src/contract/count.ts";
import type { PullRequest } from "../api/queries.ts";
import { DiffSwitch } from "../diff/diff-switch.tsx";
import { isField } from "../shell/use-shortcuts.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Section } from "../ui/page.tsx";
import { Segments } from "../ui/segments.tsx";
import { FileTree } from "./file-tree.tsx";
import { PullFileCard } from "./pull-file-card.tsx";
import { RenderedChanges } from "./rendered-changes.tsx";

const treeFrom = 6;
/** Files with more changed lines start collapsed. */
const openLinesMax = 400;

/** The changes of a pull request: as text, file by file, or rendered, page by page. */
export function PullFiles({ pull }: { pull: PullRequest }) {
  // People without git read pages, so the rendered pages come first if there is a preview.
  // A preview that appears later must not take away a comment that somebody is writing.
  const [chosen, setChosen] = useState<View | undefined>(pull.previewUrl === null ? "text" : undefined);
  const view = chosen ?? (pull.previewUrl === null ? "text" : (readView() ?? "rendered"));
  const { files, isCut } = pull;
  const added = files.reduce((sum, file) => sum + file.additions, 0);
  const removed = files.reduce((sum, file) => sum + file.deletions, 0);
  const choose = (next: View) => {
    localStorage.setItem(storageKey, next);
    setChosen(next);
  };
  const viewed = files.filter(({ isViewed }) => isViewed).length;
  const more = isCut ? " Some of them are not listed here." : "";
  return (
    <Section
      title={`${count(files.length, "file")} changed`}
      description={`${count(added, "line")} added, ${count(removed, "line")} removed. ${viewed} of ${files.length} viewed.${more}`}
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Segments legend="What to compare" choices={views} value={view} onChange={choose} />
          {view === "text" && <DiffSwitch />}
        </div>
      }
    >
      {view === "text" ? <TextChanges pull={pull} /> : <RenderedChanges pull={pull} />}
    </Section>
  );
}

type View = (typeof views)[number]["value"];

const storageKey = "lectern-pull-view";
/** The view that this person chose last. */
const readView = () => views.find(({ value }) => value === localStorage.getItem(storageKey))?.value;

const views = [
  { value: "text", label: "Text" },
  { value: "rendered", label: "Rendered" },
] as const;

function TextChanges({ pull }: { pull: PullRequest }) {
  const [filter, setFilter] = useState("");
  const [closed, setClosed] = useState(
    () => new Set(pull.files.filter((file) => file.isViewed || isLong(file)).map(({ path }) => path)),
  );
  const list = useRef<HTMLDivElement>(null);
  useFileKeys(list);
  const wanted = filter.trim().toLowerCase();
  const files = pull.files.filter(({ path }) => path.toLowerCase().includes(wanted));
  const hasTree = pull.files.length >= treeFrom;
  const setOpen = (path: string, isOpen: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isOpen) next.delete(path);
      else next.add(path);
      return next;
    });
  return (
    <div className={hasTree ? "lg:grid lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-5" : ""}>
      {hasTree && (
        <div className="mb-4 grid content-start gap-3 self-start lg:sticky lg:top-6 lg:max-h-[90vh] lg:overflow-y-auto lg:p-0.5">
          <TextField
            label="Filter files"
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setClosed(new Set(pull.files.map(({ path }) => path)))}>
              Collapse all
            </Button>
            <Button size="small" onClick={() => setClosed(new Set())}>
              Expand all
            </Button>
          </div>
          <nav aria-label="Files" className="hidden lg:block">
            <FileTree files={files} />
            <p className="mt-2 px-2 text-xs text-ink-faint">
              <kbd>j</kbd> next file, <kbd>k</kbd> previous file
            </p>
          </nav>
        </div>
      )}
      <div ref={list} className="grid min-w-0 content-start gap-4">
        {files.map((file) => (
          <PullFileCard
            key={file.path}
            pull={pull}
            file={file}
            isOpen={!closed.has(file.path)}
            onOpen={(isOpen) => setOpen(file.path, isOpen)}
          />
        ))}
        {files.length === 0 && <p className="text-ink-soft">No file matches the filter.</p>}
      </div>
    </div>
  );
}

function isLong({ additions, deletions }: PullRequest["files"][number]): boolean {
  return additions + deletions > openLinesMax;
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** `j` and `k` move the focus to the next or previous file. */
function useFileKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) {
        return;
      }
      const files = [...(list.current?.children ?? [])];
      const current = files.findIndex((file) => file.contains(document.activeElement));
      const next = files[current === -1 && step < 0 ? files.length - 1 : current + step];
      if (next !== undefined) {
        event.preventDefault();
        next.querySelector("button")?.focus({ preventScroll: true });
        next.scrollIntoView({ block: "start" });
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [list]);
}
