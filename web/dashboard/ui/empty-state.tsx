import type { ReactNode } from "react";
import { Command } from "./command.tsx";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** One sentence that says what will appear here, and how. */
  children: ReactNode;
  action?: ReactNode;
  command?: string;
}

export function EmptyState({ icon, title, children, action, command }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-line px-6 py-14 text-center">
      <div
        className="mb-4 flex size-11 items-center justify-center rounded-card bg-accent-soft text-accent"
        aria-hidden
      >
        {icon}
      </div>
      <h2>{title}</h2>
      <p className="mt-1 max-w-[52ch] text-balance text-ink-soft">{children}</p>
      {action !== undefined && <div className="mt-5">{action}</div>}
      {command !== undefined && (
        <div className="mt-6 w-full max-w-[560px] text-left">
          <Command text={command} />
        </div>
      )}
    </div>
  );
}

/** One sentence in place of a short list. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}
