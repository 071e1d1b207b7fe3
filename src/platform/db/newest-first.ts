import { type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

export interface PageRequest<Status extends string> {
  status?: Status | undefined;
  limit: number;
  /** The last ID of the previous page. */
  cursor?: string | undefined;
}

/**
 * Newest first: IDs sort by creation time. Selects one row more than requested, which shows whether there is a next
 * page.
 */
export function newestFirst<
  Table extends "updates" | "agentJobs" | "pullRequests" | "turns" | "threads" | "auditEntries" | "outgoingDeliveries",
  Row,
>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { status, limit, cursor }: PageRequest<string>,
): SelectQueryBuilder<Tables, Table, Row> {
  return query
    .$if(status !== undefined, (rows) => rows.where(sql.ref("status"), "=", status))
    .$if(cursor !== undefined, (rows) => rows.where(sql.ref("id"), "<", cursor))
    .orderBy(sql.ref("id"), "desc")
    .limit(limit + 1);
}
