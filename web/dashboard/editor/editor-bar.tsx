import { Bot, Eye, FileDiff, MessageSquareText, Search, TriangleAlert } from "lucide-react";
import { count } from "../../../src/contract/count.ts";
import { IconButton } from "../ui/button.tsx";
import type { PageProblem } from "./editor-context.ts";
import type { DraftParams } from "./files/draft-queries.ts";
import { DraftSwitcher } from "./files/draft-switcher.tsx";
import { describeSaving, type usePageSession } from "./live/use-draft-connection.ts";
import { PublishPanel } from "./publish/publish-panel.tsx";

export type Mode = "visual" | "source";

export const panes = [
  { name: "comments", label: "Comments", icon: MessageSquareText },
  { name: "changes", label: "Changes", icon: FileDiff },
  { name: "preview", label: "Preview", icon: Eye },
] as const;
export type SidePane = (typeof panes)[number]["name"];

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
  onMode: () => void;
  onPane: (pane: SidePane) => void;
  onAsk: () => void;
  onFind: () => void;
  onSwitch: (draftId: string | undefined) => void;
  onBeforeSend: () => Promise<void>;
}

/** The actions for the draft and the open page. */
export function EditorBar(props: EditorBarProps) {
  const { draft, path, mode, use, canWrite, problems, openComments } = props;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return (
    <header className="flex min-h-13 flex-none flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-canvas px-3 py-1.5">
      <DraftSwitcher draft={draft} title={props.title} onSwitch={props.onSwitch} />
      <span className="text-[13px] whitespace-nowrap text-ink-faint" aria-live="polite">
        {path !== undefined && describeSaving(use)}
      </span>
      <People people={use.people} path={path} />
      <span className="flex-1" />
      {problems.length > 0 && (
        <span className={`flex items-center gap-1 text-[13px] ${errors > 0 ? "text-danger" : "text-warn"}`}>
          <TriangleAlert size={16} aria-hidden />
          {count(problems.length, "problem")}
        </span>
      )}
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
            className="h-7 rounded-[4px] px-2.5 text-[13px] text-ink-soft hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong disabled:pointer-events-none disabled:opacity-50 pointer-coarse:h-9"
          >
            {each === "visual" ? "Visual" : "Source"}
          </button>
        ))}
      </fieldset>
      <IconButton label="Find and replace (Ctrl+Shift+F)" onClick={props.onFind}>
        <Search size={20} strokeWidth={1.75} />
      </IconButton>
      {canWrite && (
        <IconButton label="Ask the agent" disabled={use.session === undefined} onClick={props.onAsk}>
          <Bot size={20} strokeWidth={1.75} />
        </IconButton>
      )}
      {panes.map(({ name, label, icon: Icon }) => (
        <IconButton
          key={name}
          label={name === "comments" && openComments > 0 ? `${label} (${openComments})` : label}
          aria-pressed={props.pane === name}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
          onClick={() => props.onPane(name)}
        >
          <Icon size={20} strokeWidth={1.75} />
        </IconButton>
      ))}
      {canWrite && <PublishPanel draft={draft} problems={errors} onBeforeSend={props.onBeforeSend} />}
    </header>
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
