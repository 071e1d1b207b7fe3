import { sql } from "kysely";
import { dayOf } from "../../clock.ts";
import type { Migration } from "../migration.ts";

/**
 * Searches and reads over MCP used to be counted twice, in tables of their own and among the actions. Now they are only
 * actions. Earlier versions may still be running and use the old tables, so these stay as they are.
 */
export const searchCounts: Migration = {
  name: "search-counts",
  async up(tx) {
    for (const statement of moves(dayOf(Date.now())).split(/;\n+/)) await sql.raw(statement).execute(tx);
  },
};

/**
 * Most searches are among the actions already. But a day with many actions kept only the most frequent ones and counted
 * the others together, where the old table has their queries. Each missing query is taken from "(other)". Today is left
 * out, because running servers have yet to count some of its actions.
 */
function moves(today: string): string {
  return `
insert into analytics_actions (project_id, day, action, page, target, count)
  select project_id, day, 'tool_read', page, '', tool_reads from insight_pages where tool_reads > 0;

insert into analytics_actions (project_id, day, action, page, target, count)
  select project_id, day, 'tool_empty', '', query, without_result from insight_searches
  where source = 'mcp' and without_result > 0;

create temporary table both_counts as
  select project_id, day, action, target, sum(earlier) as earlier, sum(known) as known from (
    select project_id, day, 'search' as action, case query when '' then '(other)' else query end as target,
      searches as earlier, 0 as known from insight_searches where source = 'site'
    union all
    select project_id, day, 'search_empty', case query when '' then '(other)' else query end, without_result, 0
      from insight_searches where source = 'site'
    union all
    select project_id, day, 'search_click', case query when '' then '(other)' else query end, clicks, 0
      from insight_searches where source = 'site'
    union all
    -- The old table had the first 200 characters of a query.
    select project_id, day, action, substr(target, 1, 200), 0, count
      from analytics_actions where action in ('search', 'search_empty', 'search_click')
  ) as counted where day < '${today}' group by project_id, day, action, target;

delete from analytics_actions where action in ('search', 'search_empty', 'search_click')
  and page = '(other)' and target = '(other)' and day < '${today}';

insert into analytics_actions (project_id, day, action, page, target, count)
  select project_id, day, action, '', target, earlier - known from both_counts
  where target <> '(other)' and earlier > known
  on conflict (project_id, day, action, page, target) do update set count = analytics_actions.count + excluded.count;

insert into analytics_actions (project_id, day, action, page, target, count)
  select project_id, day, action, '(other)', '(other)', rest from (
    select project_id, day, action,
      case when sum(earlier) > sum(known) then sum(earlier) - sum(known) else 0 end
      + sum(case when target = '(other)' then known else 0 end)
      - sum(case when target <> '(other)' and earlier > known then earlier - known else 0 end) as rest
    from both_counts group by project_id, day, action
  ) as others where rest > 0;

drop table both_counts`;
}
