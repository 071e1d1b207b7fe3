import type { ReactNode } from "react";

/** How the source of a file is reached: on its git host, or here where the host is built in. */
export type FileLink = { href: string } | { open: () => void };

export type FindFileLink = (file: string, line?: number) => FileLink | undefined;

/** A file and line of the log, as a link to its source. */
export function FilePlace({ link, children }: { link: FileLink; children: ReactNode }) {
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
