import { Link } from "@tanstack/react-router";
import { Dialog } from "../ui/dialog.tsx";
import { Keys } from "../ui/keys.tsx";
import { projectPages } from "./project-pages.ts";
import { useShortcutSetting } from "./use-shortcuts.ts";

const groups: readonly { title: string; shortcuts: readonly { keys: string; label: string }[] }[] = [
  {
    title: "Go to",
    shortcuts: [
      { keys: "g p", label: "Projects" },
      ...projectPages.map(({ key, label }) => ({ keys: `g ${key}`, label })),
    ],
  },
  {
    title: "Anywhere",
    shortcuts: [
      { keys: "⌘K", label: "Open the command palette" },
      { keys: "/", label: "Search" },
      { keys: "c", label: "New job" },
      { keys: "?", label: "Show keyboard shortcuts" },
    ],
  },
  {
    title: "Lists",
    shortcuts: [
      { keys: "j", label: "Next item" },
      { keys: "k", label: "Previous item" },
      { keys: "Enter", label: "Open the item" },
      { keys: "n", label: "Create a new one" },
      { keys: "Esc", label: "Back to the list" },
    ],
  },
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn] = useShortcutSetting();
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} width="wide">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {groups.map(({ title, shortcuts }) => (
          <section key={title} className="first:row-span-2">
            <h3 className="mb-2">{title}</h3>
            <dl className="grid gap-1.5">
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex items-center justify-between gap-4">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                    <span className="sr-only">{keys.replace(" ", " then ")}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-6 text-[13px] text-ink-faint">
        {isOn ? "Single-key shortcuts are on. Turn them off in " : "Single-key shortcuts are off. Turn them on in "}
        <Link to="/account" className="text-accent underline" onClick={onClose}>
          your account
        </Link>
        .
      </p>
    </Dialog>
  );
}
