import { useNavigate } from "@tanstack/react-router";
import { Clock, Search } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { count } from "../../../src/contract/count.ts";
import { api } from "../api/client.ts";
import { Keys } from "../ui/keys.tsx";
import { showError } from "../ui/toast.tsx";
import { useSignOut } from "./account-menu.tsx";
import { usePlace } from "./current-project.ts";
import { readRecents, rememberRecent } from "./palette-recents.ts";
import {
  type PaletteSection,
  type PaletteTarget,
  paletteSections,
  paletteTargets,
  searchTargets,
} from "./palette-targets.ts";
import { useTheme } from "./theme.ts";
import { useFoundTargets } from "./use-found-targets.ts";

/** The number of listed projects. Typing narrows the list. */
const projectsMax = 8;

/** The command palette, opened with ⌘K: finds pages, projects and people of the organization, and runs actions. */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const { sections, isSearching, remember } = usePaletteSections(text, onShortcuts);
  // An ID with a space would be read as two IDs.
  const titleId = (section: PaletteSection) => `${listId}-${section.replaceAll(" ", "-")}`;
  const found = sections.flatMap(({ targets }) => targets);
  const current = Math.min(chosen, found.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [current, listId]);
  const run = (target: PaletteTarget | undefined) => {
    if (target !== undefined) {
      // Don't wait for the dialog's close event: if the palette is reopened before then, the event would close it again.
      onClose();
      remember(target);
      target.run();
    }
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: found.length - 1 }[event.key];
    if (next !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((next + found.length) % found.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(found[current]);
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && dialog.current?.close()}
      className="mx-auto mt-[12vh] w-[calc(100vw-32px)] max-w-[600px] overflow-hidden rounded-card border border-line bg-raised p-0 shadow-float motion-safe:animate-rise"
    >
      <label className="flex items-center gap-3 border-b border-line px-4">
        <Search size={20} className="text-ink-faint" />
        <span className="sr-only">Search or run a command</span>
        <input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${listId}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search or run a command…"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-ink-faint"
        />
      </label>
      <div id={listId} role="listbox" aria-label="Results" className="max-h-[50vh] overflow-y-auto p-1.5">
        {sections.map(({ section, targets, first }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups of options, not form fields.
          <div key={section} role="group" aria-labelledby={titleId(section)}>
            <p id={titleId(section)} className="px-3 pt-2.5 pb-1 text-xs text-ink-faint">
              {section}
            </p>
            {targets.map((target, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
              <div
                key={target.id}
                id={`${listId}-${first + index}`}
                role="option"
                tabIndex={-1}
                aria-selected={first + index === current}
                onClick={() => run(target)}
                onMouseMove={() => setChosen(first + index)}
                className="flex h-10 cursor-pointer items-center gap-3 rounded-control px-3 aria-selected:bg-accent-soft"
              >
                <target.icon size={16} className="text-ink-faint" aria-hidden />
                <span className="min-w-0 flex-1 truncate">{target.label}</span>
                <span className="max-w-[45%] truncate text-[13px] text-ink-faint">{target.detail}</span>
                {target.keys !== undefined && <Keys keys={target.keys} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? "px-4 pt-1 pb-5 text-ink-soft" : "sr-only"}>
        {describeResultCount(found.length, isSearching)}
      </p>
      <p
        className="hidden gap-5 border-t border-line px-4 py-2 text-xs text-ink-faint sm:flex pointer-coarse:hidden"
        aria-hidden
      >
        <span>
          <kbd>↑↓</kbd> navigate
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>esc</kbd> close
        </span>
      </p>
    </dialog>
  );
}

function describeResultCount(found: number, isSearching: boolean): string {
  if (found > 0) {
    return count(found, "result");
  }
  return isSearching ? "Searching…" : "No results";
}

interface ShownSection {
  section: PaletteSection;
  targets: PaletteTarget[];
  /** The index of the group's first target in the whole list. */
  first: number;
}

function usePaletteSections(text: string, onShortcuts: () => void) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const [, setTheme] = useTheme();
  const place = usePlace();
  const { path, projects, project } = place;
  const organizationId = place.organization?.id;
  const go = (href: string) => void navigate({ href: `/dashboard${href}` });
  const known = paletteTargets({
    ...place,
    go,
    updateNow: ({ id, domain: name }) => {
      const show = ({ statusId }: { statusId: string }) => go(`/${path}/${name}/updates/${statusId}`);
      api.triggerUpdate({ projectId: id }).then(show, showError);
    },
    openShortcuts: onShortcuts,
    setTheme,
    signOut,
  });
  // Read once: a target that is opened now becomes recent the next time.
  const recents = useMemo(() => (organizationId === undefined ? [] : readRecents(organizationId)), [organizationId]);
  const found = useFoundTargets({ organizationId, path, projects, projectId: project?.id, go }, text);
  const isEmpty = text.trim() === "";
  const targets = isEmpty
    ? [
        ...recents.map((recent) => ({
          ...recent,
          id: `recent ${recent.href}`,
          icon: Clock,
          section: "Recent" as const,
          run: () => go(recent.href),
        })),
        ...known,
      ]
    : [...searchTargets(known, text), ...found.targets];
  return {
    sections: inSections(targets),
    isSearching: found.isSearching,
    remember: (target: PaletteTarget) => organizationId !== undefined && rememberRecent(organizationId, target),
  };
}

function inSections(targets: readonly PaletteTarget[]): ShownSection[] {
  const shown: ShownSection[] = [];
  let first = 0;
  for (const section of paletteSections) {
    const own = targets
      .filter((target) => target.section === section)
      .slice(0, section === "Projects" ? projectsMax : undefined);
    if (own.length > 0) {
      shown.push({ section, targets: own, first });
      first += own.length;
    }
  }
  return shown;
}
