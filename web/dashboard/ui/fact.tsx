import type { ReactNode } from "react";

/** A label and a value. Use it inside a `dl`. */
export function Fact({ label, isCut = false, children }: { label: string; isCut?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-ink-faint">{label}</dt>
      <dd className={isCut ? "min-w-0 truncate" : "min-w-0"}>{children}</dd>
    </div>
  );
}
