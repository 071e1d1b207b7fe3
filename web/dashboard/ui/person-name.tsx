import { Avatar } from "./avatar.tsx";

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
