/** A keyboard shortcut such as `g u`: keys pressed one after the other. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="flex flex-none gap-1 pointer-coarse:hidden" aria-hidden>
      {keys.split(" ").map((key) => (
        <kbd
          key={key}
          className="min-w-5 rounded border border-line bg-surface px-1 text-center text-[11px] leading-[18px] text-ink-faint"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
