import { type OpenSiteDeps, openPublished } from "../assistant/open-site.ts";
import { enqueueAnswer } from "../automations/answer-questions.ts";
import type { AutomationEventDeps } from "../automations/automation-events.ts";
import { type GapDeps, listSameQuestions } from "../evaluate/gaps/start-gap.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";

interface Automating extends Pick<Services, "clock" | "queue"> {
  settings: { model(tx: Connection): Promise<{ name: string }> };
}

/** How automations start agent jobs. */
export function automationDeps({ settings, ...deps }: Automating): AutomationEventDeps {
  return {
    ...deps,
    modelName: async (tx) => (await settings.model(tx)).name,
    answerQuestions: (tx, run) => enqueueAnswer(deps, tx, run),
    listSameQuestions: (tx, projectId, id) => listSameQuestions(deps, tx, { projectId, id }),
  };
}

type GapParts = Automating & Pick<Services, "database"> & Pick<GapDeps, "locate"> & Omit<OpenSiteDeps, "gate">;

/** How work on unanswered questions starts. */
export function gapDeps({ settings, ...deps }: GapParts): GapDeps {
  return {
    ...deps,
    modelName: async (tx) => (await settings.model(tx)).name,
    openPublishedSite: async (project) => {
      const artifact = (await deps.findProjectSite(project.id))?.base ?? undefined;
      const { id: projectId, domain: subdomain } = project;
      const published = artifact === undefined ? undefined : { projectId, subdomain, artifact };
      return openPublished(deps, project, published, deps.siteUrl(subdomain));
    },
  };
}
