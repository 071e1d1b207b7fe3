import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";
import { type SearchAnswer, useSearch } from "./search-results.ts";
import { SearchRow } from "./search-row.tsx";
import { bestRow, listRows, type Row, type RowGroup } from "./search-rows.ts";
import type { Send } from "./server.ts";
import { fill, timeOf, useWords } from "./words.ts";

export interface SearchHost {
  send: Send;
  prompt: string | undefined;
  filter: Readonly<Record<string, string>>;
  /** The path that the site's addresses start with. */
  basePath: string;
  neighbors: readonly { href: string; title: string }[];
  hasAssistant: boolean;
  /** For analytics: the final query, and the result that was opened. */
  onSearch(query: string, results: number): void;
  onOpen(query: string, path: string): void;
}

interface SearchDialogProps {
  host: SearchHost;
  /** Text typed before the dialog was loaded. */
  typed: string;
  onAsk(query: string): void;
  onClose(): void;
}

const queryCharactersMax = 200;
/** A query that doesn't change for this long counts as a search. */
const settledMilliseconds = 1_200;

export function SearchDialog({ host, typed, onAsk, onClose }: SearchDialogProps): JSX.Element {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(typed);
  const [recent, setRecent] = useState(recentSearches);
  const [chosen, setChosen] = useState(0);
  const query = text.trim().slice(0, queryCharactersMax);
  const answer = useSearch(host.send, query, host.filter);
  const { basePath, neighbors, hasAssistant } = host;
  const groups = useMemo(
    () => listRows({ query, answer, basePath, recent, neighbors, hasAssistant }),
    [query, answer, basePath, recent, neighbors, hasAssistant],
  );
  const rows = groups.flatMap((group) => group.rows);
  const active = rows[Math.min(chosen, rows.length - 1)];
  // If the reader presses Enter before the results arrive, it opens a new result, not a row of the previous query.
  const first = (query === "" ? recent.length > 0 : answer !== undefined) ? bestRow(groups) : -1;
  useReport(host, query, answer);

  // A layout effect runs before the rows are painted, so that no key press is lost.
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
    dialog.current?.querySelector("input")?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows select the first one
  useLayoutEffect(() => setChosen(first), [query, answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keep the selected row in view
  useEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active?.id]);

  const choose = (row: Row) => {
    if (row.kind === "recent") return setText(row.query);
    if (query !== "") rememberSearch(query);
    if (row.kind === "ask") return onAsk(row.query);
    if (row.kind === "page" || row.kind === "section") host.onOpen(query, row.page.path);
    // The clicked link must still exist when the browser follows it.
    setTimeout(onClose);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && rows.length > 0) {
      event.preventDefault();
      setChosen((now) =>
        now < 0 && step < 0 ? rows.length - 1 : (Math.min(now, rows.length - 1) + step + rows.length) % rows.length,
      );
    }
    if (event.key === "Enter" && active !== undefined) {
      event.preventDefault();
      const { metaKey, ctrlKey } = event;
      const row = dialog.current?.querySelector("[aria-selected=true]");
      // Opens the link like a click with the same modifier keys: in this tab or in a new tab.
      row?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, metaKey, ctrlKey }));
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: dialogs already close on Escape
    <dialog
      ref={dialog}
      class="search"
      aria-label={words.search}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="search-box">
        <div class="search-head">
          <Icon name="search" size={18} />
          <input
            class="search-input"
            type="text"
            role="combobox"
            aria-expanded={rows.length > 0}
            aria-controls="rows"
            aria-autocomplete="list"
            {...(active === undefined ? {} : { "aria-activedescendant": active.id })}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={queryCharactersMax}
            placeholder={host.prompt ?? words.searchPrompt}
            aria-label={words.search}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <button class="escape" type="button" aria-label={words.close} onClick={onClose}>
            <Icon name="close" size={18} />
          </button>
        </div>
        <Message query={query} answer={answer} hasRecent={recent.length > 0} />
        <div
          id="rows"
          class="rows"
          role="listbox"
          data-query={answer?.query}
          aria-label={words.results}
          hidden={rows.length === 0}
        >
          {groups.map((group) => (
            <Group
              key={group.name}
              group={group}
              active={active?.id}
              onChoose={choose}
              onPoint={(row) => setChosen(rows.indexOf(row))}
            />
          ))}
        </div>
        <div class="search-foot">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> {words.keysChoose}
          </span>
          <span>
            <kbd>↵</kbd> {words.keysOpen}
          </span>
          {query === "" && recent.length > 0 && (
            <button
              class="plain-button"
              type="button"
              onClick={() => {
                forgetSearches();
                setRecent([]);
              }}
            >
              {words.clearRecent}
            </button>
          )}
        </div>
      </div>
      <output class="unseen" aria-live="polite">
        {answer !== undefined && fill(words.resultCount, { count: answer.pages.length })}
      </output>
    </dialog>
  );
}

interface GroupProps {
  group: RowGroup;
  active: string | undefined;
  onChoose(row: Row): void;
  onPoint(row: Row): void;
}

function Group({ group: { name, rows }, active, onChoose, onPoint }: GroupProps): JSX.Element {
  const words = useWords();
  const title = { results: words.results, nearest: words.nearest, startHere: words.startHere, recent: words.recent };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups, not fieldsets
    <div role="group" aria-label={name === "ask" ? words.ask : title[name]} class={`group-${name}`}>
      {name !== "ask" && name !== "results" && (
        <div class="group-title" role="presentation">
          {title[name]}
        </div>
      )}
      {rows.map((row) => (
        <SearchRow
          key={row.id}
          row={row}
          isActive={row.id === active}
          onChoose={() => onChoose(row)}
          onPoint={() => onPoint(row)}
        />
      ))}
    </div>
  );
}

interface MessageProps {
  query: string;
  answer: SearchAnswer | undefined;
  hasRecent: boolean;
}

function Message({ query, answer, hasRecent }: MessageProps): JSX.Element | null {
  const words = useWords();
  if (query === "") return hasRecent ? null : <p class="search-message">{words.searchHint}</p>;
  if (answer === undefined) {
    return (
      <p class="search-message waiting">
        <span class="pulse" />
        {words.thinking}
      </p>
    );
  }
  if (answer.problem !== undefined) {
    const { kind, until } = answer.problem;
    const time = timeOf(until ?? Date.now());
    return (
      <p class="search-message" role="alert">
        <Icon name={kind === "limit" ? "clock" : "offline"} />
        {kind === "limit" ? fill(words.searchLimit, { time }) : words.searchFailed}
      </p>
    );
  }
  if (answer.pages.length > 0) return null;
  return <p class="search-message">{fill(words.noResults, { query: answer.query })}</p>;
}

/** Reports the final query once. */
function useReport(host: SearchHost, query: string, answer: SearchAnswer | undefined): void {
  const reported = useRef("");
  const count = answer?.query === query && answer.problem === undefined ? answer.pages.length : undefined;
  useEffect(() => {
    if (count === undefined || query === "") return;
    const report = () => {
      if (reported.current === query) return;
      reported.current = query;
      host.onSearch(query, count);
    };
    const timer = setTimeout(report, settledMilliseconds);
    return () => clearTimeout(timer);
  }, [host, query, count]);
}
