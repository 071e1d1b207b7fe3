import { openDocument, type PageDocument } from "../document/open-document.ts";
import type { Place } from "../editor-context.ts";

/** What is wrong with the page if a range of its source is replaced. */
export function checkSource(page: PageDocument, { start, end }: Place, text: string): string | undefined {
  const { source, format } = page;
  const before = failure(page);
  const changed = openDocument(source.slice(0, start) + text + source.slice(end), format);
  const message = failure(changed);
  if (message !== undefined) return before === undefined ? message : undefined;
  if (before !== undefined || source.slice(end).trim() === "") return undefined;
  // A fence or a tag that isn't closed swallows what comes after it.
  const [last, other] = [page.doc.lastChild, changed.doc.lastChild];
  const isSame = last?.type === other?.type && last?.textContent === other?.textContent;
  return isSame ? undefined : "This would change the blocks after it. Close every tag and code fence.";
}

function failure({ doc }: PageDocument): string | undefined {
  const first = doc.firstChild;
  return first?.attrs.kind === "page" ? String(first.attrs.message ?? "The page can't be parsed.") : undefined;
}
