import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { findOrganization } from "../api/organization-path.ts";
import { meQuery, projectsQuery } from "../api/queries.ts";
import { useSignOut } from "./account-menu.tsx";
import { type PaletteTarget, paletteTargets, searchTargets } from "./palette-targets.ts";
import { useTheme } from "./theme.ts";

/** The command palette, opened with ⌘K. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const targets = useTargets();
  const found = searchTargets(targets, text);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen, listId]);
  const go = (target: PaletteTarget | undefined) => {
    if (target !== undefined) {
      // Don't wait for the dialog's close event: if the palette is reopened before then, the event would close it again.
      onClose();
      target.go();
    }
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + move + found.length) % found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      go(found[chosen]);
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Go to"
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && dialog.current?.close()}
      className="mx-auto mt-[12vh] w-[calc(100vw-32px)] max-w-[560px] overflow-hidden rounded-card border border-line bg-raised p-0 shadow-float motion-safe:animate-rise"
    >
      <label className="flex items-center gap-3 border-b border-line px-4">
        <Search size={20} className="text-ink-faint" aria-hidden />
        <span className="sr-only">Where to go</span>
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Go to a page or a project…"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-ink-faint"
        />
      </label>
      <div id={listId} role="listbox" aria-label="Results" className="max-h-[50vh] overflow-y-auto p-1.5">
        {found.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
          <div
            key={target.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => go(target)}
            onMouseMove={() => setChosen(index)}
            className="flex h-10 cursor-pointer items-center gap-3 rounded-control px-3 aria-selected:bg-accent-soft"
          >
            <span className="min-w-0 flex-1 truncate">{target.label}</span>
            <span className="truncate text-[13px] text-ink-faint">{target.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-4 pt-2 pb-5 text-ink-soft">Nothing has this name.</p>}
      <p
        className="hidden gap-5 border-t border-line px-4 py-2 text-xs text-ink-faint sm:flex pointer-coarse:hidden"
        aria-hidden
      >
        <span>
          <kbd>↑↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> go there
        </span>
        <span>
          <kbd>esc</kbd> close
        </span>
      </p>
    </dialog>
  );
}

function useTargets(): PaletteTarget[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const [, setTheme] = useTheme();
  const { data: me } = useSuspenseQuery(meQuery);
  const { organization: path = "", domain } = useParams({ strict: false });
  const organization = findOrganization(path, me.organizations);
  const { data } = useQuery({ ...projectsQuery(organization?.id ?? ""), enabled: organization !== undefined });
  return useMemo(
    () =>
      paletteTargets({
        me,
        organization,
        path,
        projects: data?.projects ?? [],
        domain,
        go: (to) => void navigate({ href: `/dashboard${to}` }),
        setTheme,
        signOut,
      }),
    [me, organization, path, data, domain, navigate, setTheme, signOut],
  );
}
