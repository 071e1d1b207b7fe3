import {
  Bot,
  Ellipsis,
  Eye,
  FileDiff,
  History,
  MessageSquareText,
  PencilRuler,
  Search,
  TriangleAlert,
} from "lucide-react";
import { count } from "../../../src/contract/count.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Menu, MenuCaption, MenuItem } from "../ui/menu.tsx";
import { MenuItems } from "../ui/menu-items.tsx";
import type { DraftParams } from "./draft-queries.ts";
import type { PageProblem } from "./editor-context.ts";
import { DraftSwitcher } from "./files/draft-switcher.tsx";
import { describeSaving, type usePageSession } from "./live/use-draft-connection.ts";
import { PublishPanel } from "./publish/publish-panel.tsx";

export type Mode = "visual" | "source";

export const panes = [
  { name: "comments", label: "Comments", icon: MessageSquareText },
  { name: "changes", label: "Changes", icon: FileDiff },
  { name: "preview", label: "Preview", icon: Eye },
] as const;
export type SidePane = (typeof panes)[number]["name"] | "history";

interface EditorBarProps {
  draft: DraftParams;
  path: string | undefined;
  mode: Mode;
  /** Whether the page is too long for visual mode. */
  isLong: boolean;
  pane: SidePane | undefined;
  use: ReturnType<typeof usePageSession>;
  /** Undefined while the draft is loading. */
  title: string | undefined;
  canWrite: boolean;
  problems: readonly PageProblem[];
  openComments: number;
  isSuggesting: boolean;
  /** Starts to suggest changes. Undefined if nobody could accept them. */
  onSuggest: (() => void) | undefined;
  onMode: () => void;
  onPane: (pane: SidePane) => void;
  onAsk: () => void;
  onFind: () => void;
  /** Goes to a line of the page. */
  onLine: (line: number) => void;
  onSwitch: (draftId: string | undefined) => void;
  onBeforeSend: () => Promise<void>;
}

/** The actions for the draft and the open page. */
export function EditorBar(props: EditorBarProps) {
  const { draft, path, mode, use, canWrite, problems, openComments } = props;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return (
    <header className="flex min-h-13 flex-none flex-wrap items-center gap-x-2 gap-y-1 max-sm:gap-x-1 border-b border-line bg-canvas px-3 py-1.5">
      <div className="flex min-w-0 max-sm:-order-1 max-sm:basis-[calc(100%-136px)]">
        <DraftSwitcher draft={draft} title={props.title} onSwitch={props.onSwitch} />
      </div>
      <span className="text-[13px] whitespace-nowrap text-ink-faint" aria-live="polite">
        {path !== undefined && (props.isSuggesting ? "Suggesting" : describeSaving(use))}
      </span>
      <People people={use.people} path={path} />
      <span className="flex-1 max-sm:hidden" />
      {problems.length > 0 && <ProblemList problems={problems} onLine={props.onLine} />}
      <fieldset className="flex rounded-control border border-line p-0.5">
        <legend className="sr-only">Mode</legend>
        {(["visual", "source"] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={mode === each}
            disabled={props.isLong && each === "visual"}
            title={`${each === "visual" ? "Visual" : "Source"} mode (Ctrl+Shift+S)`}
            onClick={() => mode !== each && props.onMode()}
            className="h-7 rounded-[4px] px-2.5 max-sm:px-2 text-[13px] text-ink-soft hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong disabled:pointer-events-none disabled:opacity-50 pointer-coarse:h-9"
          >
            {each === "visual" ? "Visual" : "Source"}
          </button>
        ))}
      </fieldset>
      {panes.map(({ name, label, icon: Icon }) => (
        <Button
          key={name}
          look="ghost"
          size="small"
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          aria-pressed={props.pane === name}
          title={label}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong max-sm:px-1.5!"
          onClick={() => props.onPane(name)}
        >
          <span className="max-lg:sr-only">{label}</span>
          {name === "comments" && openComments > 0 && <span className="tabular-nums">{openComments}</span>}
        </Button>
      ))}
      <Menu
        trigger={
          <IconButton label="More actions">
            <Ellipsis size={20} strokeWidth={1.75} />
          </IconButton>
        }
      >
        <MenuItems
          entries={[
            props.onSuggest !== undefined &&
              !props.isSuggesting && { label: "Suggest changes", icon: PencilRuler, run: props.onSuggest },
            path !== undefined && { label: "Page history", icon: History, run: () => props.onPane("history") },
            { label: "Find and replace", icon: Search, run: props.onFind },
            canWrite && use.session !== undefined && { label: "Ask the agent", icon: Bot, run: props.onAsk },
          ]}
        />
      </Menu>
      {!canWrite && props.onSuggest !== undefined && !props.isSuggesting && (
        <Button size="small" icon={<PencilRuler size={16} aria-hidden />} onClick={props.onSuggest}>
          Suggest changes
        </Button>
      )}
      {canWrite && (
        <div className="max-sm:-order-1 max-sm:ml-auto">
          <PublishPanel draft={draft} problems={errors} onBeforeSend={props.onBeforeSend} />
        </div>
      )}
    </header>
  );
}

function ProblemList({ problems, onLine }: Pick<EditorBarProps, "problems" | "onLine">) {
  const hasErrors = problems.some(({ severity }) => severity === "error");
  return (
    <Menu
      trigger={
        <Button
          look="ghost"
          size="small"
          icon={<TriangleAlert size={16} aria-hidden />}
          className={hasErrors ? "text-danger!" : "text-warn!"}
        >
          <span className="max-lg:sr-only">{count(problems.length, "problem")}</span>
          <span className="tabular-nums lg:hidden" aria-hidden>
            {problems.length}
          </span>
        </Button>
      }
    >
      <MenuCaption>On this page</MenuCaption>
      {problems.map(({ message, line, severity }, index) => (
        <MenuItem
          // biome-ignore lint/suspicious/noArrayIndexKey: an open menu doesn't change.
          key={index}
          isLong
          icon={
            <TriangleAlert
              size={16}
              className={`flex-none ${severity === "error" ? "text-danger" : "text-warn"}`}
              aria-label={severity}
            />
          }
          onSelect={() => onLine(line ?? 1)}
        >
          {message}
          {line !== undefined && <span className="ml-2 text-ink-faint">Line {line}</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}

const shownMax = 5;

/** Other people who have the draft open. People on this page come first. */
function People({ people, path }: { people: EditorBarProps["use"]["people"]; path: string | undefined }) {
  const others = people.filter(({ isSelf }) => !isSelf);
  const shown = others.toSorted((one, other) => Number(other.path === path) - Number(one.path === path));
  if (others.length === 0) return null;
  return (
    <ul className="flex items-center -space-x-1.5" aria-label="People in this draft">
      {shown.slice(0, shownMax).map(({ name, color, path: at }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: someone can have the draft open twice.
          key={`${name} ${index}`}
          title={at === path ? `${name}, on this page` : `${name}, on ${at}`}
          style={{ background: color }}
          className={`inline-flex size-7 items-center justify-center rounded-full border-2 border-canvas text-[11px] font-semibold text-white ${at === path ? "" : "opacity-60"}`}
        >
          <span className="sr-only">{name}</span>
          <span aria-hidden>{name.slice(0, 1).toUpperCase()}</span>
        </li>
      ))}
      {others.length > shownMax && <li className="pl-3 text-[13px] text-ink-faint">+{others.length - shownMax}</li>}
    </ul>
  );
}
