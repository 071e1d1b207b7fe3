import { useEffect, useRef, useState } from "react";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form.tsx";
import { readSource } from "../document/clipboard.ts";
import { openDocument, type PageDocument } from "../document/open-document.ts";
import { nothingPending, type Place } from "../editor-context.ts";
import { panelRange, type SourcePanel } from "./open-panel.ts";
import type { VisualPage } from "./visual-page.ts";

/** Edits a block as source. Source that doesn't parse isn't saved. */
export function SourceDialog({ page, panel }: { page: VisualPage; panel: SourcePanel | { kind: "newSource" } }) {
  const isNew = panel.kind === "newSource";
  const [text, setText] = useState(isNew ? "" : panel.text);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  // Runs after the dialog has opened, because opening moves the focus to its first button.
  useEffect(() => field.current?.focus(), []);
  const close = () => {
    page.closePanel();
    page.view.focus();
  };
  const save = () => {
    const problem = isNew ? insertSource(page, text) : replaceSource(page, panel, text);
    if (problem === undefined) close();
    else setError(problem);
  };
  return (
    <FormDialog
      title={isNew ? "Insert source" : "Edit source"}
      action={isNew ? "Insert" : "Save"}
      width="wide"
      change={nothingPending}
      onClose={close}
      onSubmit={save}
    >
      {!isNew && panel.message !== undefined && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          Your last change can't be written in visual mode, so it was undone. Make it here instead. {panel.message}
        </p>
      )}
      <TextArea
        label="Source"
        rows={Math.min(18, Math.max(5, text.split("\n").length + 1))}
        spellCheck={false}
        ref={field}
        className="font-mono text-[12.5px] [tab-size:2]"
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
        }}
      />
    </FormDialog>
  );
}

function insertSource(page: VisualPage, text: string): string | undefined {
  const read = readSource(text, page.document.format);
  if (typeof read === "string") return read;
  page.run((state, dispatch) => {
    dispatch?.(state.tr.replaceSelection(read).scrollIntoView());
    return true;
  });
  return undefined;
}

function replaceSource(page: VisualPage, panel: SourcePanel, text: string): string | undefined {
  const range = panelRange(panel, page.session.text);
  if (range === undefined) return "This block was deleted in the meantime.";
  const problem = checkSource(page.document, range, text);
  if (problem === undefined) page.replaceSource(range, text);
  return problem;
}

/** The problem that the page would have if the range of its source were replaced. */
function checkSource(page: PageDocument, { start, end }: Place, text: string): string | undefined {
  const { source, format } = page;
  const before = failure(page);
  const changed = openDocument(source.slice(0, start) + text + source.slice(end), format);
  const message = failure(changed);
  if (message !== undefined) return before === undefined ? message : undefined;
  if (before !== undefined || source.slice(end).trim() === "") return undefined;
  // An unclosed fence or tag swallows the content after it.
  const [last, other] = [page.doc.lastChild, changed.doc.lastChild];
  const isSame = last?.type === other?.type && last?.textContent === other?.textContent;
  return isSame ? undefined : "This would change the blocks after it. Close every tag and code fence.";
}

function failure({ doc }: PageDocument): string | undefined {
  const first = doc.firstChild;
  return first?.attrs.kind === "page" ? String(first.attrs.message ?? "The page can't be parsed.") : undefined;
}
