import type { ReactNode } from "react";

/** How to open a source file: on its git host, or in a dialog for the built-in host. */
type FileTarget = { href: string } | { open: () => void };

export type FindFileTarget = (file: string, line?: number) => FileTarget | undefined;

/** A file and line mentioned in the log, linked to the source. */
export function FileLink({ link, children }: { link: FileTarget; children: ReactNode }) {
  const className = "underline underline-offset-2 hover:no-underline";
  return "href" in link ? (
    <a href={link.href} className={className} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <button type="button" onClick={link.open} className={className}>
      {children}
    </button>
  );
}
