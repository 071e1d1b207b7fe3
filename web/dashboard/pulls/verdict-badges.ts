import type { PullRequest } from "../api/queries.ts";
import type { BadgeTone } from "../ui/badge.tsx";

export type Verdict = PullRequest["reviews"][number]["verdict"];

export const verdictBadges: Record<Verdict, { word: string; tone: BadgeTone }> = {
  approve: { word: "Approved", tone: "ok" },
  request_changes: { word: "Changes requested", tone: "danger" },
  comment: { word: "Reviewed", tone: "plain" },
};
