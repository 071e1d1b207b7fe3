import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Answer, read } from "../api/client.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";

interface SourceDialogProps {
  statusId: string;
  file: string;
  line: number | undefined;
  onClose: () => void;
}

/** A file at a commit, with the line from the log highlighted. */
export function SourceDialog({ statusId, file, line, onClose }: SourceDialogProps) {
  const { data, error } = useQuery(read("readUpdateSource", { statusId, path: file }));
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (data !== undefined) {
      marked.current?.scrollIntoView({ block: "center" });
    }
  }, [data]);
  return (
    <Dialog title={line === undefined ? file : `${file}:${line}`} isOpen onClose={onClose} width="wide">
      <Problem error={error} />
      <div className="relative rounded-card border border-log-line bg-log text-log-ink">
        <ol
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
          tabIndex={0}
          aria-label={`Source of ${file}`}
          className="max-h-[60dvh] min-h-[24dvh] overflow-auto py-2 font-mono text-[12.5px] leading-5"
        >
          {data?.text.split("\n").map((text, index) => {
            const isMarked = index + 1 === line;
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat but never move.
                key={index}
                ref={isMarked ? marked : undefined}
                aria-current={isMarked || undefined}
                className="flex aria-[current=true]:bg-log-warn/20"
              >
                <span className="w-12 flex-none pr-3 text-right text-log-faint tabular-nums select-none">
                  {index + 1}
                </span>
                <span className="min-w-0 flex-1 pr-4 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
              </li>
            );
          })}
        </ol>
        {data !== undefined && (
          <CopyButton
            text={data.text}
            label="Copy the file"
            className="absolute top-1.5 right-3 bg-log text-log-faint hover:bg-log-raised hover:text-log-ink"
          />
        )}
      </div>
    </Dialog>
  );
}

type Source = Pick<Answer<"getProject">, "repository" | "branch" | "directory" | "isHosted">;

/** URL of a file at a commit on its git host; undefined for unknown hosts. */
export function sourceFileUrl(
  source: Source | undefined,
  sha: string | undefined,
  file: string,
  line?: number,
): string | undefined {
  if (source === undefined || source.isHosted || !URL.canParse(source.repository)) {
    return undefined;
  }
  const { hostname, origin, pathname } = new URL(source.repository);
  const repository = `${origin}${pathname.replace(/(?:\.git)?\/?$/, "")}`;
  const path = [source.directory, file].filter(Boolean).join("/").split("/").map(encodeURIComponent).join("/");
  const at = `${encodeURIComponent(sha ?? source.branch)}/${path}${line === undefined ? "" : `#L${line}`}`;
  if (hostname === "github.com") {
    return `${repository}/blob/${at}`;
  }
  return hostname.includes("gitlab") ? `${repository}/-/blob/${at}` : undefined;
}
