import { api } from "../api/client.ts";
import { listQuery } from "../api/read-query.ts";

/** What the audit log is filtered by. Dates are days in the browser's time zone. */
export interface AuditFilter {
  projectId?: string;
  text?: string;
  action?: string;
  actor?: string;
  target?: string;
  from?: string;
  to?: string;
}

export const auditQuery = (organizationId: string, filter: AuditFilter) =>
  listQuery(["audit", organizationId, filter], (page, options) =>
    api.listAuditEntries({ organizationId, limit: 50, ...toAuditQuery(filter), ...page }, options),
  );

export function exportAddress(organizationId: string, filter: AuditFilter, format: "csv" | "json"): string {
  const query = new URLSearchParams({ ...toAuditQuery(filter) }).toString();
  const path = `/v1/dashboard/organization/${encodeURIComponent(organizationId)}/audit.${format}`;
  return query === "" ? path : `${path}?${query}`;
}

/** The filter as the API takes it. A day that is still being typed is left out. */
function toAuditQuery({ from, to, ...filter }: AuditFilter): AuditFilter {
  const start = dayStart(from, 0);
  // The last day is included.
  const end = dayStart(to, 1);
  return { ...filter, ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) };
}

function dayStart(day: string | undefined, daysLater: number): string | undefined {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) || year < 1970 || year > 9_999 ? undefined : start.toISOString();
}
