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

/** A person in a table: picture, name and email. */
export function PersonName({ person: { name, email } }: { person: { name: string; email: string } }) {
  return (
    <span className="flex items-center gap-3">
      <span className="hidden sm:inline-flex">
        <Avatar name={name} />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-[13px] text-ink-faint">{email}</span>
      </span>
    </span>
  );
}

/** A person's initials and name, for a table cell. */
export function AuthorName({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2 text-ink-soft">
      <Avatar name={name} />
      <span className="max-w-32 truncate">{name}</span>
    </span>
  );
}
