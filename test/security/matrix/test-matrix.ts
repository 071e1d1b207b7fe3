import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuditEntry, listAuditEntries } from "../../../src/activity/audit/store.ts";
import { auditActions } from "../../../src/contract/audit-actions.ts";
import { dashboardOperations, uploadOperations } from "../../../src/contract/dashboard-operations.ts";
import { editorMediaOperations } from "../../../src/contract/editor-file-operations.ts";
import { editorOperations } from "../../../src/contract/editor-operations.ts";
import { isStream, type Operation, pathParams } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { expectError, expectSuccess } from "../../contract/expect-reply.ts";
import { type Received, send } from "../../contract/send.ts";
import { unaudited } from "../../dashboard/unaudited.ts";
import type { Dialect } from "../../support/database.ts";
import { type Installation, startInstallation } from "../../support/server.ts";
import {
  type Company,
  type CredentialName,
  credentials,
  type Headers,
  type IssuedCredentials,
  issueCredentials,
} from "./credentials.ts";
import { expectedStatus } from "./expected-status.ts";
import { changesBetween, takeFingerprint } from "./fingerprint.ts";
import {
  addressOf,
  aimRequest,
  prepareRequest,
  type Target,
  type TargetRequest,
  targetsOf,
  unusedName,
} from "./requests.ts";

/** More than one call adds. */
const auditEntriesMax = 20;
/** The pause before each call. It is longer than the window of the shortest rate limit. */
const pauseMilliseconds = 61_000;

export const tested: Readonly<Record<string, Operation>> = {
  ...operations,
  ...dashboardOperations,
  ...editorOperations,
  ...editorMediaOperations,
  ...uploadOperations,
};

export interface MatrixRow {
  name: string;
  operation: Operation;
  cells: Cell[];
}

interface Cell {
  credential: CredentialName;
  of: Company | undefined;
  target: Target;
  expected: ReturnType<typeof expectedStatus>;
}

function cellsOf(name: string, operation: Operation): Cell[] {
  return targetsOf(name, operation).flatMap((target) =>
    credentials.map((credential) => ({
      credential: credential.name,
      of: "of" in credential ? credential.of : undefined,
      target,
      expected: expectedStatus(name, operation, credential, target),
    })),
  );
}

/** A row for each operation: the calls by each credential to each target, and the expected statuses. */
export const wholeTable: MatrixRow[] = Object.entries(tested).map(([name, operation]) => ({
  name,
  operation,
  cells: cellsOf(name, operation),
}));

/** Makes every call of the table to a server that has everything in two organizations. */
export function testMatrix(dialect: Dialect, table: MatrixRow[]): void {
  const calls = table.reduce((sum, { cells }) => sum + cells.length, 0);
  let lectern: Installation;
  let issued: IssuedCredentials;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
    issued = await issueCredentials(lectern);
  });
  afterAll(() => lectern.stop());

  const call = async (operation: Operation, request: TargetRequest, headers: Headers): Promise<Received> => {
    lectern.clock.advance(pauseMilliseconds);
    const { method } = operation;
    const url = addressOf(operation, request);
    const type = request.upload?.type ?? (request.body === undefined ? undefined : "application/json");
    const payload = request.upload?.bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const all = { ...headers, ...(type === undefined ? {} : { "content-type": type }) };
    const body = payload === undefined ? {} : { payload };
    if (isStream(operation)) {
      return send(lectern.node.url, {
        method,
        path: url,
        headers: all,
        ...(payload === undefined ? {} : { body: payload }),
        onlyHead: true,
      });
    }
    const reply = await lectern.node.server.http.inject({ method, url, headers: all, ...body });
    return { status: reply.statusCode, headers: reply.headers as Received["headers"], text: reply.payload };
  };

  describe(`${calls} calls`, () => {
    test.each(table)(
      "the operation $name works for permitted callers, and has no effect for others",
      async ({ name, operation, cells }) => {
        const prepare = (company: Company) => prepareRequest(name, { lectern, issued }, company);
        const own = { acme: await prepare("acme"), zenith: await prepare("zenith") };
        const unused = unusedName(lectern);

        const before = await takeFingerprint(lectern);
        const texts = new Map<string, string>();
        for (const { credential, of, target, expected } of cells.filter((cell) => cell.expected !== "success")) {
          const reply = await call(
            operation,
            aimRequest(name, operation, own, target, unused),
            issued.headers[credential],
          );
          expect(`${credential}, ${target}: ${reply.status}`).toBe(`${credential}, ${target}: ${expected}`);
          expectError(reply.status, reply);
          expectNoMarks(reply, of);
          texts.set(`${credential}, ${target}`, visibleOf(reply));
        }
        expect(changesBetween(before, await takeFingerprint(lectern))).toEqual({});
        if (pathParams(operation).length > 0) expectSameTexts(texts);

        for (const { credential, of, target } of cells.filter((cell) => cell.expected === "success")) {
          const company = target === "zenith" ? "zenith" : "acme";
          const isRead = operation.method === "GET";
          const request = isRead ? own[company] : await prepare(company);
          const headers = isRead ? issued.headers[credential] : await issued.renew(credential);
          const known = await auditEntries();
          const reply = await call(operation, request, headers);
          expect(`${credential}: ${reply.status} ${reply.text.slice(0, 300)}`).toMatch(
            `${credential}: ${operation.reply.status}`,
          );
          expectSuccess(operation, reply);
          if (pathParams(operation).length > 0) expectNoMarks(reply, of);
          expect(reply.headers["access-control-allow-credentials"]).toBeUndefined();
          const ids = new Set(known.map(({ id }) => id));
          const added = (await auditEntries()).filter(({ id }) => !ids.has(id));
          expectAudited(name, operation, { credential, target }, added);
        }
      },
    );
  });

  const auditEntries = () =>
    listAuditEntries(lectern.node.database.query, lectern.tenant.organizationId, { limit: auditEntriesMax });

  /** Every change by a member is in the audit log once, and no other call is. */
  function expectAudited(
    name: string,
    operation: Operation,
    { credential, target }: Pick<Cell, "credential" | "target">,
    added: readonly AuditEntry[],
  ): void {
    if (operation.method === "GET" || unaudited.has(name)) {
      expect(added).toEqual([]);
      return;
    }
    const userId = issued.users[credential];
    if (pathParams(operation).length === 0 || target !== "acme" || userId === undefined) return;
    expect(added).toEqual([
      expect.objectContaining({
        action: name,
        actor: { kind: "member", id: userId, name: expect.stringMatching(/@acme-people\.test$/) },
        address: "127.0.0.1",
        at: lectern.clock.now(),
        target: { kind: auditActions[name]?.target, id: expect.stringMatching(/./), name: expect.stringMatching(/./) },
      }),
    ]);
  }

  /** Expects no data about an organization in a reply to someone else. */
  function expectNoMarks({ text }: Received, of: Company | undefined): void {
    const foreign = (["acme", "zenith"] as const).filter((company) => company !== of);
    expect(foreign.flatMap((company) => issued.marks[company]).filter((mark) => text.includes(mark))).toEqual([]);
  }
}

/** A reply as a client sees it, without what differs from call to call. */
function visibleOf({ text, headers }: Received): string {
  const { date: _date, ratelimit: _ratelimit, "x-request-id": _requestId, ...rest } = headers;
  return `${JSON.stringify(rest)}\n${text}`;
}

/**
 * Replies must not reveal what exists: strangers get the same reply for others' things as for things that don't exist.
 * If only a part of the table is tested, one of the two replies may be missing.
 */
function expectSameTexts(texts: ReadonlyMap<string, string>): void {
  for (const { name, ...credential } of credentials) {
    const others = "of" in credential && credential.of === "zenith" ? "acme" : "zenith";
    const pairs = [[others, "unused"]];
    if (others === "zenith") pairs.push(["acme with a part of zenith", "acme with an unused part"]);
    for (const pair of pairs) {
      const found = pair.map((target) => texts.get(`${name}, ${target}`)).filter((text) => text !== undefined);
      expect(new Set(found).size, name).toBeLessThanOrEqual(1);
    }
  }
}
