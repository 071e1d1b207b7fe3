import type { LucideIcon } from "lucide-react";

/** In the order they are listed. What the server finds comes last, so that nothing moves away when it arrives. */
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
  /** Shown on the right and included in the search. */
  detail: string;
  icon: LucideIcon;
  /** Its keyboard shortcut. */
  keys?: string;
  /** Where it leads inside the dashboard. These are remembered as recent; actions are not. */
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
