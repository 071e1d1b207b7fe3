import { type Answer, api } from "../api/client.ts";
import { readQuery } from "../api/read-query.ts";

export type Automation = Answer<"listAutomations">["automations"][number];
export type AutomationRun = Answer<"listAutomationRuns">["runs"][number];
export type Definition = Automation["definition"];

/** Runs start and end by themselves, and no live change reports them. */
const pollMilliseconds = 15_000;

export const automationsQuery = (projectId: string) =>
  readQuery(["automations", projectId], (options) => api.listAutomations({ projectId }, options), {
    refetchInterval: pollMilliseconds,
  });

export const automationRunsQuery = (projectId: string, id: string) =>
  readQuery(["automations", projectId, id], (options) => api.listAutomationRuns({ projectId, id }, options), {
    refetchInterval: pollMilliseconds,
  });

export const gapsQuery = (projectId: string) =>
  readQuery(["gaps", projectId], (options) => api.listGaps({ projectId }, options), {
    refetchInterval: pollMilliseconds,
  });
