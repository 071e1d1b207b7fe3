import type { PaletteSection, PaletteTarget } from "./palette-targets.ts";

const storageKey = "lectern-recent";
const recentsMax = 5;

/** A target that was opened from the palette. */
export interface Recent {
  organizationId: string;
  section: PaletteSection;
  label: string;
  detail: string;
  href: string;
}

export function readRecents(organizationId: string): Recent[] {
  return readAll().filter((recent) => recent.organizationId === organizationId);
}

export function rememberRecent(organizationId: string, { section, label, detail, href }: PaletteTarget): void {
  if (href === undefined) {
    return;
  }
  const others = readAll().filter((recent) => recent.href !== href);
  const recents: Recent[] = [{ organizationId, section, label, detail, href }, ...others];
  localStorage.setItem(storageKey, JSON.stringify(recents.slice(0, recentsMax)));
}

/** Removes the recent targets, because the next person who uses this browser must not see them. */
export function forgetRecents(): void {
  localStorage.removeItem(storageKey);
}

function readAll(): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  const fields = ["organizationId", "section", "label", "detail", "href"];
  return (
    typeof value === "object" &&
    value !== null &&
    fields.every((field) => typeof (value as Record<string, unknown>)[field] === "string")
  );
}
