import type { Audience, PageToIndex } from "./page-to-index.ts";

const audienceFlags: Readonly<Record<Audience, number>> = { search: 1, assistant: 2 };
const defaultFlag = 4;

export function pageFlags({ audiences, isDefault }: Pick<PageToIndex, "audiences" | "isDefault">): number {
  return (
    (audiences.search ? audienceFlags.search : 0) |
    (audiences.assistant ? audienceFlags.assistant : 0) |
    (isDefault ? defaultFlag : 0)
  );
}

export function isFor(flags: number, audience: Audience): boolean {
  return (flags & audienceFlags[audience]) !== 0;
}

export function isInDefaultBranch(flags: number): boolean {
  return (flags & defaultFlag) !== 0;
}
