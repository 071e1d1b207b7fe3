import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { automationLimits } from "../contract/automation-limits.ts";
import type {
  AutomationDefinition,
  Automation as AutomationSchema,
  automationOperations,
  AutomationRun as RunSchema,
} from "../contract/automation-operations.ts";
import type { Handlers, Principal } from "../http/call.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { messageBounds } from "../platform/message-bounds.ts";
import type { Services } from "../platform/services.ts";
import { newToken } from "../platform/tokens.ts";
import { getProject } from "../projects/get-project.ts";
import { findProject } from "../projects/store.ts";
import { automationColumns, readDefinition } from "./definition.ts";
import { type StartRunDeps, startRun } from "./start-run.ts";
import {
  type Automation,
  type AutomationRun,
  deleteAutomation,
  findAutomation,
  findByHook,
  insertAutomation,
  listAutomations,
  listRuns,
  updateAutomation,
} from "./store.ts";

interface AutomationRouteDeps extends StartRunDeps, Pick<Services, "database"> {
  /** The server's public address. */
  url: string;
}

type AutomationCall = { principal: Principal; params: { projectId: string; id: string } };

export function automationRoutes(deps: AutomationRouteDeps): Handlers<typeof automationOperations> {
  const { database, clock } = deps;
  const present = async (connection: Connection, automation: Automation) => {
    const lastRun = (await listRuns(connection, automation.id, 1)).map(presentRun);
    return presentAutomation(automation, lastRun);
  };
  const get = async (connection: Connection, { principal, params }: AutomationCall): Promise<Automation> => {
    const project = await findProject(connection, principal.organizationId, params.projectId);
    const automation = project && (await findAutomation(connection, project.id, params.id));
    if (automation === undefined) throw new AppError("not_found", "Automation not found.");
    return automation;
  };

  return {
    async listAutomations({ principal, params }) {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const found = await listAutomations(database.query, project.id);
      const automations = await Promise.all(found.map((automation) => present(database.query, automation)));
      return { automations: automations.toSorted((a, b) => a.definition.name.localeCompare(b.definition.name, "en")) };
    },

    async createAutomation({ principal, params, body, once }) {
      const definition = checked(body);
      return once(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        if ((await listAutomations(tx, project.id)).length >= automationLimits.automations) {
          throw new AppError(
            "conflict",
            `A project can have at most ${automationLimits.automations} automations; remove one first.`,
          );
        }
        const now = clock.now();
        const automation = {
          id: newId("atm", clock),
          projectId: project.id,
          file: null,
          hookHash: null,
          createdAt: now,
          isOn: definition.enabled === false ? 0 : 1,
          ...automationColumns(definition, now),
        };
        await insertAutomation(tx, automation);
        return presentAutomation(automation, []);
      });
    },

    async changeAutomation(call) {
      const { definition: given, enabled } = call.body;
      const definition = given === undefined ? undefined : checked(given);
      return call.change(async (tx) => {
        const before = await get(tx, call);
        if (definition !== undefined && before.file !== null) {
          throw new AppError("conflict", `Change the file ${before.file}: it defines this automation.`);
        }
        // A schedule that was switched off doesn't make up for the time.
        const columns = automationColumns(definition ?? JSON.parse(before.definition), clock.now());
        const change = { ...columns, isOn: Number(enabled ?? definition?.enabled ?? before.isOn) };
        await updateAutomation(tx, before.id, change);
        return present(tx, { ...before, ...change });
      });
    },

    removeAutomation: (call) =>
      call.change(async (tx) => {
        const { id, file } = await get(tx, call);
        if (file !== null) throw new AppError("conflict", `Remove the file ${file}: it defines this automation.`);
        await deleteAutomation(tx, id);
      }),

    runAutomation: (call) =>
      call.once(async (tx) => {
        const { id } = await get(tx, call);
        const run = await startRun(deps, tx, id, { cause: "request", id: newId("run", clock) });
        if (run === undefined) throw new AppError("not_found", "Automation not found.");
        return presentRun(run);
      }),

    async listAutomationRuns(call) {
      const { id } = await get(database.query, call);
      return { runs: (await listRuns(database.query, id)).map(presentRun) };
    },

    createAutomationHook: (call) =>
      call.change(async (tx) => {
        const { id } = await get(tx, call);
        const token = newToken();
        await updateAutomation(tx, id, { hookHash: hashOf(token), updatedAt: clock.now() });
        return { url: `${deps.url}/webhooks/automations/${token}` };
      }),
  };
}

/** Names of one delivery, which senders repeat when they try again. */
const deliveryHeaders = ["webhook-id", "idempotency-key", "x-github-delivery", "x-gitlab-event-uuid"];
const deliveryCharactersMax = 200;

/** The addresses that start a run. Whoever knows one may do this and nothing else; the body isn't read. */
export function automationHookRoutes(http: FastifyInstance, deps: AutomationRouteDeps): void {
  http.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null, undefined));
    context.post<{ Params: { token: string } }>(
      "/webhooks/automations/:token",
      { bodyLimit: messageBounds.bytesMax },
      async ({ params, headers }, reply) => {
        const sent = deliveryHeaders.map((name) => headers[name]).find((value) => typeof value === "string");
        const id = typeof sent === "string" ? sent.slice(0, deliveryCharactersMax) : newId("run", deps.clock);
        const automation = await findByHook(deps.database.query, hashOf(params.token));
        if (automation === undefined) throw new AppError("not_found", "Automation not found.");
        const run = await deps.database.transaction((tx) =>
          startRun(deps, tx, automation.id, { cause: "webhook", id }),
        );
        const isStarted = run !== undefined && run.status !== "skipped";
        return reply.code(isStarted ? 202 : 200).send({ started: isStarted });
      },
    );
  });
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function checked(value: AutomationDefinition): AutomationDefinition {
  const result = readDefinition(value);
  if ("problem" in result) throw new AppError("bad_request", `${result.problem.message}.`);
  return result.definition;
}

function presentAutomation(row: Automation, lastRun: Static<typeof RunSchema>[]): Static<typeof AutomationSchema> {
  // The field of the definition was an instruction. Whether the automation is on has one answer, next to it.
  const { enabled: _enabled, ...definition }: AutomationDefinition = JSON.parse(row.definition);
  return {
    id: row.id,
    file: row.file,
    definition,
    enabled: row.isOn === 1,
    nextRunAt: row.isOn === 1 ? isoTimeOrNull(row.nextAt) : null,
    hasHook: row.hookHash !== null,
    lastRun,
  };
}

function presentRun(run: AutomationRun): Static<typeof RunSchema> {
  const { id, cause, status, outcome, summary, jobId, prLink, createdAt, endedAt } = run;
  return {
    id,
    cause,
    status,
    outcome,
    summary,
    jobId,
    prLink,
    createdAt: isoTime(createdAt),
    endedAt: isoTimeOrNull(endedAt),
  };
}
