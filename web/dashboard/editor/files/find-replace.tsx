import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CaseSensitive, LoaderCircle, WholeWord } from "lucide-react";
import { useEffect, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import type { DraftSearchResult } from "../../../../src/contract/editor-file-operations.ts";
import { readQuery } from "../../api/read-query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { CheckField, TextField } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useAction } from "../../ui/use-action.ts";
import { type DraftParams, draftQuery } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import { type FoundFile, FoundFiles, type FoundMatch } from "./found-files.tsx";

interface FindReplaceProps {
  draft: DraftParams;
  canEdit: boolean;
  onClose: () => void;
  /** Opens the file and selects the match, in UTF-16 offsets. */
  onOpen: (path: string, place: { start: number; end: number }) => void;
}

type Chosen = { path: string; starts?: number[] }[] | undefined;

/** The server validates this again. */
const searchLengthMax = 200;
const pauseMilliseconds = 250;
const none = { matchCase: false, wholeWord: false, inCode: false, inLinks: false, inKeys: false };
type SearchOptions = typeof none;

/** Finds and replaces a text in all pages of the project. */
export function FindReplace({ draft, canEdit, onClose, onOpen }: FindReplaceProps) {
  const [text, setText] = useState("");
  const [replacement, setReplacement] = useState("");
  const [options, setOptions] = useState(none);
  const [isAsking, setAsking] = useState(false);
  const search = useDraftSearch(draft, text, options);
  const replace = useAction(
    (files: Chosen) =>
      editorApi.replaceInDraft({
        ...draft,
        text: search.asked,
        replacement,
        ...options,
        ...(files !== undefined && { files }),
      }),
    {
      refreshes: [draftQuery(draft)],
      showsError: true,
      message: ({ matches, files, skipped }) => {
        const gone = skipped === 0 ? "" : ` ${count(skipped, "match was", "matches were")} no longer there.`;
        return `Replaced ${count(matches, "match", "matches")} in ${count(files, "file")}.${gone}`;
      },
      onDone: () => setAsking(false),
    },
  );
  const found = search.asked === "" ? undefined : search.data;
  const set = (change: Partial<SearchOptions>) => {
    setOptions({ ...options, ...change });
    setAsking(false);
  };
  return (
    <Dialog title={canEdit ? "Find and replace" : "Find"} isOpen width="wide" onClose={onClose}>
      <div className="grid gap-4">
        <div className={`grid gap-3 ${canEdit ? "sm:grid-cols-2" : ""}`}>
          <TextField
            label="Find"
            value={text}
            maxLength={searchLengthMax}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            onChange={(event) => {
              setText(event.target.value);
              setAsking(false);
            }}
          />
          {canEdit && (
            <TextField
              label="Replace with"
              value={replacement}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setReplacement(event.target.value)}
            />
          )}
        </div>
        <Options options={options} onChange={set} />
        {search.error !== null && <Problem error={search.error} />}
        {replace.error !== null && <Problem error={replace.error} />}
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <p role="status" className="flex items-center gap-2 text-[13px] text-ink-soft">
            {search.isWaiting && text !== "" && <LoaderCircle size={16} className="animate-spin" aria-hidden />}
            {describeMatches(text, found)}
          </p>
          {canEdit && found !== undefined && found.total > 0 && !found.isCut && !isAsking && (
            <Button size="small" onClick={() => setAsking(true)} disabled={search.isWaiting}>
              Replace all…
            </Button>
          )}
        </div>
        {isAsking && found !== undefined && (
          <div role="alert" className="rounded-card border border-line bg-sunken p-4 [&>div]:mt-3">
            <p className="[overflow-wrap:anywhere]">
              Replace {matchesInFiles(found)} with {replacement === "" ? "nothing" : `“${replacement}”`}?
            </p>
            <DialogActions>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button autoFocus look="primary" isBusy={replace.isPending} onClick={() => replace.mutate(undefined)}>
                Replace all
              </Button>
            </DialogActions>
          </div>
        )}
        {found !== undefined && (
          <FoundFiles
            files={found.files}
            fileCount={found.fileCount}
            isBusy={replace.isPending || search.isWaiting}
            onOpen={onOpen}
            {...(canEdit && {
              onReplace: ({ path }: FoundFile, match?: FoundMatch) =>
                replace.mutate([{ path, ...(match !== undefined && { starts: [match.start] }) }]),
            })}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Searches while the person types, after a short pause. */
function useDraftSearch(draft: DraftParams, text: string, options: SearchOptions) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    ...readQuery(["draft", draft.draftId, "search", asked, options], (call) =>
      editorApi.searchDraft({ ...draft, text: asked, ...options }, call),
    ),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  return { ...query, asked, isWaiting: text !== asked || query.isFetching };
}

type Counts = Pick<DraftSearchResult, "total" | "fileCount" | "leftOut" | "isCut">;

function describeMatches(text: string, found: Counts | undefined): string {
  if (text === "") return "Searches all pages and snippets of this draft.";
  if (found === undefined) return "Searching…";
  const rest =
    found.leftOut === 0
      ? ""
      : ` ${found.leftOut.toLocaleString("en")} more in code, link addresses or frontmatter names.`;
  if (found.total === 0) return `No matches.${rest}`;
  return `${matchesInFiles(found)}.${rest}`;
}

function matchesInFiles({ total, fileCount }: Counts): string {
  return `${count(total, "match", "matches")} in ${count(fileCount, "file")}`;
}

interface OptionsProps {
  options: SearchOptions;
  onChange: (change: Partial<SearchOptions>) => void;
}

function Options({ options, onChange }: OptionsProps) {
  const toggle = (name: "matchCase" | "wholeWord", label: string, icon: React.ReactNode) => (
    <button
      type="button"
      aria-pressed={options[name]}
      onClick={() => onChange({ [name]: !options[name] })}
      className={`inline-flex h-8 items-center gap-1.5 rounded-control border px-2.5 text-[13px] font-medium pointer-coarse:h-10 ${options[name] ? "border-accent bg-accent-soft text-accent-strong" : "border-line bg-surface text-ink-soft hover:bg-hover"}`}
    >
      {icon}
      {label}
    </button>
  );
  const area = (name: "inCode" | "inLinks" | "inKeys", label: string) => (
    <CheckField
      label={label}
      checked={options[name]}
      onChange={(event) => onChange({ [name]: event.target.checked })}
    />
  );
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {toggle("matchCase", "Match case", <CaseSensitive size={16} aria-hidden />)}
        {toggle("wholeWord", "Whole words", <WholeWord size={16} aria-hidden />)}
      </div>
      <fieldset className="flex flex-wrap gap-x-5 text-[13px]">
        <legend className="mb-0.5 text-[13px] text-ink-faint">Also look in</legend>
        {area("inCode", "Code and settings")}
        {area("inLinks", "Link addresses")}
        {area("inKeys", "Frontmatter names")}
      </fieldset>
    </div>
  );
}
