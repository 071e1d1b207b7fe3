/** Limits of automations. In a file of their own because browsers load them. */
export const automationLimits = {
  /** Of a project, including those in files. */
  automations: 50,
  runsPerDay: 100,
  runsPerDayDefault: 10,
  /** The newest runs of an automation are kept. */
  runsKept: 100,
  questions: 50,
} as const;
