/** Initials only: the content security policy blocks pictures from other origins. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-6 flex-none items-center justify-center rounded-full bg-accent-soft text-[10px] font-semibold text-accent-strong"
    >
      {initials(name)}
    </span>
  );
}

export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? "?")][0]?.toUpperCase() ?? "?").join("");
}
