import type { ReactNode } from "react";

export type BadgeTone = "plain" | "accent" | "ok" | "warn" | "danger";

const tones: Record<BadgeTone, string> = {
  plain: "bg-sunken text-ink-soft",
  accent: "bg-accent-soft text-accent-strong",
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
};

export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center rounded-full align-top px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
