import { listPages } from "../analytics/activity-store.ts";
import { readOverview } from "../analytics/read-overview.ts";
import { readSeries } from "../analytics/read-series.ts";
import { count } from "../contract/count.ts";
import type { DayRange } from "../insight/read-days.ts";
import { enqueueMail, type MailDeps } from "../mail/enqueue-mail.ts";
import type { MailContent } from "../mail/mail.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { MailSettings } from "../platform/mail-settings.ts";
import type { Services } from "../platform/services.ts";
import { countProblemsFound, countUpdatesSince } from "../updates/week-store.ts";
import { listDueSummaries, takeSummary } from "./choice-store.ts";
import { choicesUrl } from "./mail-events.ts";
import { listRecipients } from "./store.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

interface SummaryDeps extends MailDeps, Pick<Services, "database"> {
  /** The server's public address. */
  url: string;
  mail: MailSettings | undefined;
}

const weekMilliseconds = 7 * dayMilliseconds;
/**
 * The epoch was a Thursday, so the first Monday is four days later. Weeks begin at 7:00 UTC, around the start of work
 * in many places.
 */
const firstMonday = 4 * dayMilliseconds + 7 * 3_600_000;
const summariesPerSweep = 200;
const pagesShown = 5;

/** Counts weeks from the first one after the epoch. */
export function weekOf(now: number): number {
  return Math.floor((now - firstMonday) / weekMilliseconds);
}

/** Writes the summaries of the past week, once per person and project, even with several workers. */
export async function mailSummaries(deps: SummaryDeps, now: number, signal: AbortSignal): Promise<void> {
  const { database, mail } = deps;
  if (mail === undefined) return;
  const week = weekOf(now);
  const to = dayOf(firstMonday + week * weekMilliseconds - dayMilliseconds);
  const from = dayOf(Date.parse(to) - 6 * dayMilliseconds);
  const contents = new Map<string, Omit<MailContent, "footer">>();
  for (const due of await listDueSummaries(database.query, week, summariesPerSweep)) {
    signal.throwIfAborted();
    const { userId, projectId } = due;
    const content = contents.get(projectId) ?? (await writeSummary(deps, database.query, { ...due, from, to }));
    contents.set(projectId, content);
    await database.transaction(async (tx) => {
      if (!(await takeSummary(tx, { userId, projectId, week }))) return;
      const [recipient] = await listRecipients(tx, due, [userId]);
      if (recipient === undefined) return;
      const unsubscribe = unsubscribeUrl(deps, { userId, projectId, kind: "weeklySummary" });
      const footer = [
        `You get this mail once a week because you chose it for ${due.projectName}.`,
        `Choose what you hear about: ${choicesUrl(deps.url, due)}`,
        `Unsubscribe: ${unsubscribe}`,
      ];
      await enqueueMail(deps, tx, {
        kind: "summary",
        organizationId: due.organizationId,
        id: `summary-${week}-${projectId}-${userId}`,
        to: recipient,
        expiresAt: now + dayMilliseconds,
        content: { ...content, footer },
        unsubscribeUrl: unsubscribe,
      });
    });
  }
}

type SummarizedProject = Omit<Awaited<ReturnType<typeof listDueSummaries>>[number], "userId"> & DayRange;

async function writeSummary(
  { url }: SummaryDeps,
  connection: Connection,
  { projectId, organizationId, projectName, domain, from, to }: SummarizedProject,
): Promise<Omit<MailContent, "footer">> {
  const range = { from, to };
  const { totals } = await readOverview(connection, projectId, range);
  const { totals: read } = await readSeries(connection, projectId, { range, compare: false, filters: {} });
  const since = Date.parse(from);
  const updates = await countUpdatesSince(connection, projectId, { since, until: Date.parse(to) + dayMilliseconds });
  const problems = await countProblemsFound(connection, projectId);
  const pages = await listPages(connection, projectId, { from, to, limit: pagesShown });
  const ratings = totals.pagesHelpful + totals.pagesNotHelpful;
  return {
    subject: `${projectName}: the week from ${dayText(from)} to ${dayText(to)}`,
    paragraphs: [`What happened in ${projectName} from ${dayText(from)} to ${dayText(to)}:`],
    list: [
      `${count(updates.success + updates.failure, "update")}, ${updates.failure === 0 ? "none" : updates.failure} of them failed`,
      `${count(problems.errors, "error")} and ${count(problems.warnings, "warning")} on the published site`,
      `${count(read.visitors.person, "visitor")} with ${count(read.views.person, "page view")}, and ${count(read.views.agent, "view")} by agents`,
      `${count(totals.searches, "search", "searches")} by readers, ${totals.searchesWithoutResult} without a result`,
      `${count(totals.questions, "question")} to the assistant, ${totals.suggested} answered with suggestions, ${totals.notInDocs} not answered by the docs`,
      `${count(ratings, "page rating")}: ${totals.pagesHelpful} helpful, ${totals.pagesNotHelpful} not helpful`,
      ...(pages.length === 0 ? [] : [`Pages with the most activity: ${pages.map(({ page }) => page).join(", ")}`]),
    ],
    action: { label: "View analytics", url: `${url}/dashboard/${organizationId}/${domain}/analytics?days=7` },
  };
}

function dayText(day: string): string {
  return new Date(day).toLocaleDateString("en", { month: "long", day: "numeric", timeZone: "UTC" });
}
