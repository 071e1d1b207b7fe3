import { type ReactNode, useEffect } from "react";
import { Command } from "./command.tsx";

interface PageProps extends SectionProps {
  /** The title of the browser tab, if it should say more than the title of the page. */
  documentTitle?: string;
  /** One line above the title. */
  eyebrow?: ReactNode;
}

export function Page({ title, documentTitle = title, eyebrow, description, action, children }: PageProps) {
  useEffect(() => {
    document.title = `${documentTitle} · Lectern`;
  }, [documentTitle]);
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-[1120px] px-4 pt-6 pb-20 outline-none sm:px-8 lg:pt-9"
    >
      <header className="mb-7 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          {eyebrow !== undefined && <div className="mb-1 text-[13px] text-ink-faint">{eyebrow}</div>}
          <h1 className="[overflow-wrap:anywhere]">{title}</h1>
          {description !== undefined && (
            <div className="mt-1.5 max-w-[72ch] text-pretty text-ink-soft">{description}</div>
          )}
        </div>
        {action !== undefined && <div className="flex flex-none flex-wrap items-center gap-2">{action}</div>}
      </header>
      {children}
    </main>
  );
}

interface SectionProps {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** On wide screens, the heading of a form is next to it, so that the form fills its card. */
export function Section({ title, description, action, children }: SectionProps) {
  return (
    <section className="mb-10 gap-x-8 xl:has-[>div>form]:grid xl:has-[>div>form]:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] xl:has-[>div>form]:[&>*+*]:col-start-2">
      <div className="mb-3 flex flex-wrap content-start items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2>{title}</h2>
          {description !== undefined && <p className="max-w-[72ch] text-pretty text-ink-soft">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A bordered area. Cards are never nested. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-card border border-line bg-surface ${className}`}>{children}</div>;
}

/** A label and a value. Use it inside a `dl`. */
export function Fact({ label, isCut = false, children }: { label: string; isCut?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-ink-faint">{label}</dt>
      <dd className={isCut ? "min-w-0 truncate" : "min-w-0"}>{children}</dd>
    </div>
  );
}

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
