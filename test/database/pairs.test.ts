import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takeTurn } from "../../src/app/take-turn.ts";
import { answerQuestionsHandler } from "../../src/automations/answer-questions.ts";
import { readAutomationFiles } from "../../src/automations/automation-files.ts";
import { automationRoutes } from "../../src/automations/routes.ts";
import { runDue } from "../../src/automations/run-due.ts";
import { automationLimits } from "../../src/contract/automation-limits.ts";
import { gapRoutes } from "../../src/evaluate/gaps/routes.ts";
import { dayMilliseconds } from "../../src/platform/clock.ts";
import type { Connection, Database, Transaction } from "../../src/platform/db/database.ts";
import { openQueue } from "../../src/platform/queue/open.ts";
import type { Queue } from "../../src/platform/queue/queue.ts";
import { recordProof, trustDomain } from "../../src/projects/domains/check-domain.ts";
import type { Proof } from "../../src/projects/domains/find-proof.ts";
import { setDomains } from "../../src/projects/domains/set-domains.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import type { Project } from "../../src/projects/store.ts";
import { actOnPush, openPreview, removePreview } from "../../src/updates/act-on-push.ts";
import { cancelUpdate } from "../../src/updates/cancel-update.ts";
import { endPdf, listPdfs } from "../../src/updates/pdfs/pdf-store.ts";
import { pdfRoutes } from "../../src/updates/pdfs/routes.ts";
import { updateHandler } from "../../src/updates/run-update.ts";
import { moveUpdate } from "../../src/updates/store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import type { Update } from "../../src/updates/update.ts";
import { listStillRunning, startBatch } from "../../src/updates/update-batch.ts";
import { silentLog } from "../faults/queue-test-support.ts";
import { createStorage, inLongRun, onBothDatabases, openStorage } from "../support/database.ts";
import { interleave, outcomeOf } from "../support/interleave.ts";
import { createTestProject } from "../support/server.ts";

/** Each case has a week of its own, because IDs are only ordered within a millisecond if there are few. */
let now = Date.UTC(2026, 10, 16, 5);
const clock = { now: () => now };
const folder = mkdtempSync(join(tmpdir(), "lectern-pairs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface World {
  database: Database;
  queue: Queue;
  project: Project;
  prepared?: unknown;
}

type Operation = (world: World) => Promise<unknown>;

/** Something that a project has, what can happen to it at the same time, and what shows the result. */
interface Entity {
  prepare(world: World): Promise<unknown>;
  operations: Record<string, Operation>;
  read(rows: Connection, projectId: string): { execute(): Promise<unknown[]> }[];
}

const yaml = "when: { push: true }\ndo: { task: { name: fix-links } }\n";
mkdirSync(join(folder, ".lectern/automations"), { recursive: true });
for (const name of ["old", "new"]) writeFileSync(join(folder, `.lectern/automations/${name}.yaml`), yaml);

// The features' dependencies. Nothing here leaves the database.
const services = ({ database, queue }: World) => ({
  ...{ database, queue, clock, log: silentLog as never, url: "https://docs.lectern.test" },
  ...{ treesFolder: folder, siteUrl: String, modelName: async () => "test/model", answerQuestions: async () => {} },
  ...{ addressing: { siteHost: "lectern.test", ownHosts: [] }, dns: {} as never, onMove: async () => {} },
  openPublishedSite: async () => ({ retrieve: async () => ({ passages: [] }) }) as never,
  findProjectSite: async () => ({ base: "a".repeat(64) }) as never,
  nameOf: async () => "Key",
});

const inTransaction =
  (work: (tx: Transaction, deps: ReturnType<typeof services>, project: Project) => Promise<unknown>): Operation =>
  (world) =>
    world.database.transaction((tx) => work(tx, services(world), world.project));

type Handler = (call: never) => unknown;

/** A call of the API. */
const call =
  (find: (deps: never) => Handler, body: object = {}, nameOf = (_projectId: string) => ""): Operation =>
  async (world) => {
    const { database, project } = world;
    const principal = { organizationId: project.organizationId, keyId: "key" };
    const run = (work: (tx: Transaction) => Promise<unknown>) =>
      database.transaction(async (tx) => {
        await takeTurn(tx, principal as never, project.id);
        return work(tx);
      });
    const params = { projectId: project.id, id: nameOf(project.id) };
    const { signal } = new AbortController();
    const named = JSON.parse(JSON.stringify(body).replaceAll("PROJECT", project.id));
    return find(services(world) as never)({ principal, params, body: named, signal, once: run, change: run } as never);
  };

const job = (world: World, payload: object) =>
  ({
    payload,
    signal: new AbortController().signal,
    finish: (work: never) => world.database.transaction(work),
  }) as never;

const links = { name: "links", do: { task: { name: "fix-links" } } } as const;
const automation = (name: keyof ReturnType<typeof automationRoutes>, index: number, body?: object) =>
  call(
    (deps) => automationRoutes(deps)[name] as Handler,
    body,
    (projectId) => automationId(projectId, index),
  );
const automationId = (projectId: string, index: number) => `atm_${projectId}_${String(index).padStart(2, "0")}`;
const publishFiles =
  (names: readonly string[]): Operation =>
  async (world) => {
    const files = names.map((name) => ({ path: `.lectern/automations/${name}.yaml`, size: 100 }));
    const read = await readAutomationFiles(services(world), { folder, files });
    return world.database.transaction((tx) => read.save(tx, world.project.id));
  };
const draft = { branch: "draft", source: "internal" } as const;
/** What happens to the update that the preview was prepared with. */
const withUpdate =
  (work: (tx: Transaction, update: Update, world: World) => Promise<unknown>): Operation =>
  (world) =>
    world.database.transaction((tx) => work(tx, world.prepared as Update, world));

const domainOf = (projectId: string, name: string) => `${name}-${projectId.replace("_", "-")}.test`;
const changeDomains = (...names: string[]) =>
  inTransaction((tx, deps, { id }) =>
    setDomains(
      deps,
      tx,
      id,
      names.map((name) => domainOf(id, name)),
    ),
  );
const check = (proof: Proof) =>
  inTransaction((tx, deps, { id }) =>
    recordProof(deps, tx, { projectId: id, domain: domainOf(id, "a") }, proof, { isScheduled: true }),
  );

const entities: Record<string, Entity> = {
  automations: {
    prepare({ database, project }) {
      // There is room for one more.
      const rows = Array.from({ length: automationLimits.automations - 1 }, (_, index) => ({
        id: automationId(project.id, index),
        projectId: project.id,
        file: index === 1 ? ".lectern/automations/old.yaml" : null,
        definition: JSON.stringify({ ...links, when: index === 0 ? { schedule: "0 * * * *" } : {} }),
        ...{ isOn: 1, nextAt: index === 0 ? now : null, hookHash: null, createdAt: now, updatedAt: 0 },
      }));
      return database.query.insertInto("automations").values(rows).execute();
    },
    operations: {
      create: automation("createAutomation", 0, links),
      rename: automation("changeAutomation", 0, { definition: { ...links, name: "renamed" } }),
      "turn off": automation("changeAutomation", 0, { enabled: false }),
      remove: automation("removeAutomation", 0),
      run: automation("runAutomation", 0),
      "run what is due": (world) => runDue(services(world), new AbortController().signal),
      "turn off one of a file": automation("changeAutomation", 1, { enabled: false }),
      "publish another file": publishFiles(["old", "new"]),
      "publish no files": publishFiles([]),
    },
    read: (rows, projectId) => [
      rows
        .selectFrom("automations")
        .select(["definition", "isOn", "nextAt", "file"])
        .where("projectId", "=", projectId),
      rows.selectFrom("automationRuns").select(["cause", "status"]).where("projectId", "=", projectId),
      rows.selectFrom("agentJobs").select("prompt").where("projectId", "=", projectId),
    ],
  },
  gaps: {
    async prepare({ database: { query }, project: { id: projectId } }) {
      const thread = { id: `thr_${projectId}`, projectId, fp: "", name: "t", createdAt: now, updatedAt: now };
      await query.insertInto("threads").values(thread).execute();
      const answer = { outcome: "not_in_docs", sources: "[]", model: "", page: null, language: null } as const;
      const counts = { durationMilliseconds: 0, inputTokens: 0, outputTokens: 0, createdAt: now };
      const turns = ["1", "2", "3"].map((name) => ({
        ...{ id: `${projectId}${name}`, threadId: thread.id, projectId, question: "How do I descale the tank?" },
        ...{ ...answer, ...counts },
      }));
      return query.insertInto("turns").values(turns).execute();
    },
    operations: {
      "ask for two": call((deps) => gapRoutes(deps).createGap as Handler, { questions: ["PROJECT1", "PROJECT2"] }),
      "ask for another": call((deps) => gapRoutes(deps).createGap as Handler, { questions: ["PROJECT3"] }),
      "answer the largest group": (world) => {
        const handler = answerQuestionsHandler(services(world) as never);
        const answer = () => handler.run(job(world, { runId: "", projectId: world.project.id }));
        return answer().catch(answer);
      },
    },
    read: (rows, projectId) => [
      rows.selectFrom("gaps").select("questions").where("projectId", "=", projectId),
      rows.selectFrom("agentJobs").select("baseRef").where("projectId", "=", projectId),
    ],
  },
  previews: {
    prepare: inTransaction(async (tx, deps, project) => {
      const update = await triggerUpdate(deps, tx, { project, ...draft });
      await startBatch(tx, update, now);
      return update;
    }),
    operations: {
      "push main": inTransaction((tx, deps, project) =>
        actOnPush(deps, tx, { project, branch: project.branch, source: "internal" }),
      ),
      push: inTransaction((tx, deps, project) => actOnPush(deps, tx, { project, ...draft })),
      open: inTransaction((tx, deps, project) => openPreview(deps, tx, { project, ...draft })),
      remove: inTransaction((tx, deps, project) => removePreview(deps, tx, project, "draft")),
      cancel: withUpdate((tx, { id }, world) => cancelUpdate(services(world), tx, id)),
      start: withUpdate((tx, update) => startBatch(tx, update, now)),
      "give up": withUpdate((tx, { id }, world) =>
        updateHandler(services(world) as never).giveUp(tx, job(world, { updateId: id }), "It failed.", "internal"),
      ),
      publish: withUpdate(async (tx, update) => {
        for (const { id, projectId, subdomain, branch } of await listStillRunning(tx, [update])) {
          await moveUpdate(tx, id, "success", "Published.", now);
          const target = { artifact: "a".repeat(64), commitSha: null, publishedAt: now };
          await pointSite(tx, { subdomain, projectId, branch, updateId: id, ...target });
        }
      }),
    },
    read: (rows, projectId) => [
      rows.selectFrom("updates").select(["branch", "status", "source", "summary"]).where("projectId", "=", projectId),
      rows.selectFrom("sites").select("branch").where("projectId", "=", projectId),
    ],
  },
  domains: {
    prepare: changeDomains("a", "b"),
    operations: {
      add: changeDomains("a", "b", "c"),
      remove: changeDomains("b"),
      reorder: changeDomains("b", "a"),
      prove: check("txt"),
      miss: check("missing"),
      trust: inTransaction((tx, deps, { id }) => trustDomain(deps, tx, { projectId: id, domain: domainOf(id, "a") })),
    },
    read: (rows, projectId) => [
      rows.selectFrom("domainClaims").selectAll().where("projectId", "=", projectId),
      rows.selectFrom("projectDomains").selectAll().where("projectId", "=", projectId),
    ],
  },
  pdfs: {
    prepare: async () => {},
    operations: {
      print: call((deps) => pdfRoutes(deps).printSite as Handler),
      "end the newest": inTransaction(async (tx, _deps, { id }) => {
        const [newest] = await listPdfs(tx, id);
        if (newest) await endPdf(tx, newest.id, { status: "completed", endedAt: now });
      }),
    },
    read: (rows, projectId) => [
      rows.selectFrom("pdfs").select(["status", "endedAt"]).where("projectId", "=", projectId),
    ],
  },
};

onBothDatabases((dialect) => {
  let database: Database;
  let queue: Queue;
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    const storage = await createStorage(dialect);
    database = await openStorage(storage);
    const kinds = [
      "update.run",
      "agent.run",
      "automations.answer",
      "events.dispatch",
      "preview.announce",
      "site.print",
    ];
    const { databaseUrl } = storage;
    queue = await openQueue({ database, databaseUrl, clock, kinds, role: "api", log: silentLog });
    close = () => queue.close().then(database.close).then(storage.remove);
  });
  afterAll(() => close());

  describe.each(Object.entries(entities))("%s", (_name, { prepare, operations, read }) => {
    const names = Object.keys(operations);
    // The long run tries all pairs. SQLite runs all transactions one after the other, which a few pairs show.
    const paired = dialect === "sqlite" ? 1 : inLongRun().skip ? 3 : names.length;
    const pairs = names.flatMap((one, index) =>
      [...names, ...names].slice(index, index + paired).map((other) => [one, other] as const),
    );

    /** The outcomes, and the state that they lead to in a new project. */
    async function play(run: (world: World) => Promise<string[]>): Promise<unknown> {
      now += 7 * dayMilliseconds;
      const project = await createTestProject(database, clock, `docs-${now}`);
      const world = { database, queue, project };
      const outcomes = await run({ ...world, prepared: await prepare(world) });
      const tables = await Promise.all(read(database.query, project.id).map((query) => query.execute()));
      const [, suffix = ""] = project.id.split("_");
      const relative = (time: string) => String(Number(time) - now);
      const lineOf = (row: unknown) =>
        JSON.stringify(row)
          .replaceAll(suffix, "")
          .replaceAll(/\b\d{13}\b/g, relative);
      return [outcomes, ...tables.map((rows) => rows.map(lineOf).sort())];
    }

    test.each(pairs)("%s and %s at the same time leave what they leave one after the other", async (first, second) => {
      const [one, other] = [operations[first] as Operation, operations[second] as Operation];
      const concurrent = await play((world) =>
        interleave(
          database,
          (held) => one({ ...world, database: held }),
          () => other(world),
        ),
      );
      const inOrder = await play(async (world) => [await outcomeOf(one(world)), await outcomeOf(other(world))]);
      if (isDeepStrictEqual(concurrent, inOrder)) return;
      const reversed = await play(async (world) => {
        const last = await outcomeOf(other(world));
        return [await outcomeOf(one(world)), last];
      });
      expect([inOrder, reversed]).toContainEqual(concurrent);
    });
  });
});
