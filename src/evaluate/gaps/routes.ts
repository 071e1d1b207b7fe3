import type { Static } from "typebox";
import { agentAuthor } from "../../agent/agent-job.ts";
import { gapLimits } from "../../contract/gap-limits.ts";
import type { Gap as GapSchema, gapOperations } from "../../contract/gap-operations.ts";
import { explainGitErrors } from "../../editor/explain-git-errors.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import { getProject } from "../../projects/get-project.ts";
import { type Gap, listGaps, listUnanswered, type Proof } from "./gap-store.ts";
import { type GapDeps, listOpenGroups, prepareGap, startGap } from "./start-gap.ts";

interface GapRouteDeps extends GapDeps {
  /** The display name of a key. */
  nameOf(keyId: string): Promise<string>;
}

export function gapRoutes(deps: GapRouteDeps): Handlers<typeof gapOperations> {
  const { database } = deps;
  return {
    async listGaps({ principal, params }) {
      const { id } = await getProject(database.query, principal.organizationId, params.projectId);
      const groups = await listOpenGroups(deps, database.query, id);
      return {
        groups: groups.map(({ subject, questions }) => ({
          subject,
          count: questions.length,
          questions: questions.slice(0, gapLimits.questions).map((question) => ({
            id: question.id,
            question: question.question,
            page: question.page,
            askedAt: isoTime(question.createdAt),
          })),
        })),
        gaps: (await listGaps(database.query, id)).map(presentGap),
      };
    },

    async createGap({ principal, params, body, once, signal }) {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const questions = await listUnanswered(database.query, project.id, { since: 0, ids: body.questions });
      if (questions.length < new Set(body.questions).size) {
        throw new AppError("bad_request", "Some of these aren't unanswered questions of this project.");
      }
      const prepared = await explainGitErrors(() => prepareGap(deps, project, questions, { as: body.as, signal }));
      const by = principal.user ?? { ...agentAuthor, id: "", name: await deps.nameOf(principal.keyId) };
      return once(async (tx) => presentGap(await startGap(deps, tx, prepared, by)));
    },
  };
}

function presentGap({ questions, preview, published, createdAt, ...gap }: Gap): Static<typeof GapSchema> {
  const { id, subject, jobId, draftId, createdBy } = gap;
  return {
    id,
    subject,
    questions: questions.map((question) => ({
      id: question.id,
      question: question.question,
      isAnswered: published?.answered.includes(question.id) ?? false,
    })),
    preview: presentProof(preview),
    published: presentProof(published),
    jobId,
    draftId,
    createdBy,
    createdAt: isoTime(createdAt),
  };
}

function presentProof(proof: Proof | null) {
  return proof === null ? [] : [{ answered: proof.answered.length, at: isoTime(proof.at) }];
}
