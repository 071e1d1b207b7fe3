import type { LucideIcon } from "lucide-react";

/** The groups in their order. Server results come last, so that nothing moves when they arrive. */
export const paletteSections = [
  "Recent",
  "Projects",
  "Actions",
  "Go to",
  "Settings",
  "Pages",
  "Updates",
  "Jobs",
  "Pull requests",
  "People",
] as const;
export type PaletteSection = (typeof paletteSections)[number];

/** A line of the command palette. */
export interface PaletteTarget {
  id: string;
  section: PaletteSection;
  label: string;
  /** Shown on the right, and included in the search. */
  detail: string;
  icon: LucideIcon;
  /** The keyboard shortcut of the target. */
  keys?: string;
  /** The path in the dashboard. Paths are remembered as recent; actions are not. */
  href?: string;
  run: () => void;
}

/** Every word of the query must occur in the label or the detail. */
export function searchTargets(targets: readonly PaletteTarget[], text: string): PaletteTarget[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return targets.filter(({ label, detail }) =>
    words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)),
  );
}
