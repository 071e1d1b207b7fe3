import type { automationCauses, automationStatuses } from "../../../contract/automation-operations.ts";
import type { AgentJobOutcome } from "../../../contract/schemas.ts";

/** Work that the agent does by itself, and the groups of questions that the docs should answer. */
export interface AutomationTables {
  automations: AutomationRow;
  automationRuns: AutomationRunRow;
  gaps: GapRow;
}

export interface AutomationRow {
  id: string;
  projectId: string;
  /** The path of the file that defines it; null if it was created in the dashboard. */
  file: string | null;
  /** JSON, as in the contract. */
  definition: string;
  isOn: number;
  /** When the schedule starts the next run. */
  nextAt: number | null;
  /** The hash of the token in the address that starts a run. */
  hookHash: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface AutomationRunRow {
  id: string;
  automationId: string;
  projectId: string;
  /** What the run is about. Unique in its automation, so that nothing starts a second run for the same thing. */
  occurrence: string;
  cause: (typeof automationCauses)[number];
  status: (typeof automationStatuses)[number];
  outcome: AgentJobOutcome | null;
  summary: string | null;
  jobId: string | null;
  /** What the job had cost before this run, in ten-thousandths of the operator's currency. */
  costBefore: number | null;
  prLink: string | null;
  /** 1 if the pull request was merged or closed. */
  isPrOver: number;
  createdAt: number;
  endedAt: number | null;
}

export interface GapRow {
  id: string;
  projectId: string;
  /** The words that the questions have in common. */
  subject: string;
  /** JSON: the questions as readers asked them. */
  questions: string;
  jobId: string | null;
  draftId: string | null;
  /** The branch of the job or draft. */
  branch: string | null;
  /** JSON: what the newest preview of the branch answered. */
  preview: string | null;
  /** JSON: what the published site answered after the newest update. */
  published: string | null;
  createdBy: string;
  createdAt: number;
  updatedAt: number;
}
