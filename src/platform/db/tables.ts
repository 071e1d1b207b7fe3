import type { AccountTables } from "./tables/accounts.ts";
import type { AgentTables } from "./tables/agent.ts";
import type { AnalyticsTables } from "./tables/analytics.ts";
import type { AssistantTables } from "./tables/assistant.ts";
import type { AutomationTables } from "./tables/automations.ts";
import type { BookkeepingTables } from "./tables/bookkeeping.ts";
import type { EditorTables } from "./tables/editor.ts";
import type { EvaluationTables } from "./tables/evaluation.ts";
import type { EventTables } from "./tables/events.ts";
import type { InsightTables } from "./tables/insight.ts";
import type { MailTables } from "./tables/mail.ts";
import type { ProjectTables } from "./tables/projects.ts";
import type { PullRequestTables } from "./tables/pull-requests.ts";
import type { ReaderTables } from "./tables/readers.ts";
import type { SignInTables } from "./tables/sign-in.ts";
import type { UpdateTables } from "./tables/updates.ts";

/**
 * Every table as a TypeScript row type, the same on both databases: IDs are text, times are milliseconds since the
 * epoch, lists and objects are JSON text.
 */
export interface Tables
  extends ProjectTables,
    UpdateTables,
    AgentTables,
    AssistantTables,
    AutomationTables,
    InsightTables,
    AnalyticsTables,
    EditorTables,
    EvaluationTables,
    EventTables,
    PullRequestTables,
    AccountTables,
    SignInTables,
    ReaderTables,
    MailTables,
    BookkeepingTables {}
