import { setTimeout } from "node:timers/promises";
import type { ProjectModel } from "./acknowledged.ts";
import {
  ask,
  createJob,
  createProject,
  mergePullRequest,
  readPage,
  readStatus,
  revokeKey,
  rollBack,
  trigger,
} from "./api-clients.ts";
import { pushMain, pushTopic, raceTwoPushes } from "./author-clients.ts";
import { type ClientDeps, pauseMillisecondsMax, pick } from "./calling.ts";
import { invite } from "./delivery-clients.ts";
import { replaceRef } from "./ref-clients.ts";

/** Performs random actions, one after the other, until the signal aborts. */
export async function runClient(
  common: ClientDeps,
  randomOf: (action: number) => () => number,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; !signal.aborted; number += 1) {
    const deps = { ...common, random: randomOf(number) };
    const action = pickAction(deps);
    const project = pickProject(deps, action.changes);
    if (project !== undefined) {
      project.isBusy ||= action.changes;
      try {
        await action.run(deps, project);
      } finally {
        if (action.changes) project.isBusy = false;
      }
    }
    await setTimeout(deps.random() * pauseMillisecondsMax);
  }
}

interface Action {
  weight: number;
  /** Whether the action needs exclusive use of the project. */
  changes: boolean;
  run(deps: ClientDeps, project: ProjectModel): Promise<void>;
}

const actions: readonly Action[] = [
  { weight: 6, changes: true, run: pushMain },
  { weight: 2, changes: true, run: pushTopic },
  { weight: 1, changes: true, run: raceTwoPushes },
  { weight: 3, changes: true, run: trigger },
  { weight: 1, changes: true, run: rollBack },
  { weight: 1, changes: true, run: createJob },
  { weight: 2, changes: true, run: mergePullRequest },
  { weight: 2, changes: false, run: revokeKey },
  { weight: 6, changes: false, run: ask },
  { weight: 6, changes: false, run: readPage },
  { weight: 4, changes: false, run: readStatus },
  { weight: 1, changes: true, run: replaceRef },
  { weight: 1, changes: false, run: invite },
  { weight: 0.3, changes: false, run: createProject },
];

function pickAction({ random }: ClientDeps): Action {
  let left = random() * actions.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = actions.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return chosen ?? (actions[0] as Action);
}

function pickProject({ model, random }: ClientDeps, changes: boolean): ProjectModel | undefined {
  return pick(
    random,
    model.projects.filter(({ isBusy }) => !changes || !isBusy),
  );
}
