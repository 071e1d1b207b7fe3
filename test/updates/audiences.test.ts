import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import { type AccessKind, accessDefaults } from "../../src/projects/access/access.ts";
import { saveAccess } from "../../src/projects/access/store.ts";
import { listAudiences } from "../../src/projects/sites/audience-store.ts";
import type { Project } from "../../src/projects/store.ts";
import { insertReaderSession } from "../../src/readers/session-store.ts";
import { getRollbackTarget } from "../../src/updates/roll-back.ts";
import { triggerRollback, triggerUpdate } from "../../src/updates/trigger-update.ts";
import { until } from "../faults/queue-test-support.ts";
import { slow } from "../support/slow.ts";
import { ownImage, type Publisher, startPublisher } from "./publisher.ts";

vi.setConfig(slow);

let lectern: Publisher;
beforeAll(async () => {
  lectern = await startPublisher("sqlite");
});
afterAll(() => lectern.close());

const files = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "ACME",
    colors: { primary: "#3b5bdb" },
    navigation: { pages: ["index", "members", "alpha", "beta"] },
    seo: ownImage,
    logo: "/logo.svg",
  }),
  "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
  "index.mdx": "---\ntitle: Welcome\npublic: true\n---\n\nFor everyone.\n",
  "members.mdx": "---\ntitle: Members\n---\n\nFor members.\n",
  "alpha.mdx": "---\ntitle: Alpha\ngroups: [alpha]\n---\n\nFor alpha.\n",
  "beta.mdx": "---\ntitle: Beta\ngroups: [beta]\n---\n\nFor beta.\n",
};

async function setAccess(project: Project, kind: AccessKind): Promise<string> {
  const { app } = lectern;
  const update = await app.database.transaction(async (tx) => {
    await saveAccess(tx, { projectId: project.id, kind, previews: "members", settings: accessDefaults, updatedAt: 0 });
    return triggerUpdate(app, tx, { project, source: "internal", trigger: "settings" });
  });
  return update.id;
}

/** Starts a session and returns its cookie. */
async function signIn(project: Project, groups: readonly string[]): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertReaderSession(lectern.app.database.query, {
    id: `rds_${token.slice(0, 12)}`,
    tokenHash: hashToken(token),
    projectId: project.id,
    method: "jwt",
    subject: "ada",
    groups: JSON.stringify(groups),
    profile: "{}",
    createdAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
  });
  return `lectern.reader=${token}`;
}

const pages = ["/", "/members", "/alpha", "/beta"];

/** The pages that a reader sees. */
async function seen(domain: string, cookie?: string): Promise<string[]> {
  const headers = cookie === undefined ? {} : { cookie };
  const replies = await Promise.all(pages.map((path) => lectern.read(domain, path, { headers })));
  return pages.filter((_, index) => replies[index]?.status === 200);
}

/** Waits while the artifact for a reader is being built. */
async function seenWhenPrepared(domain: string, cookie: string): Promise<string[]> {
  await until(
    async () => (await lectern.read(domain, "/members", { headers: { cookie } })).status === 200 || undefined,
    {
      timeoutSeconds: 300,
    },
  );
  return seen(domain, cookie);
}

test("each reader of a private site sees the pages of their groups, from an artifact that is built when needed", async () => {
  const { project } = await lectern.publish("acme", files);
  expect(await seen("acme")).toEqual(["/", "/members"]);
  await lectern.ended(await setAccess(project, "readers"));

  expect(await seen("acme")).toEqual(["/"]);
  // The sign-in page shows the site's logo without loading it, because the file itself is private.
  const signInPage = await lectern.read("acme", "/_lectern/sign-in");
  const logo = Buffer.from(/src="data:image\/svg\+xml;base64,([^"]+)"/.exec(signInPage.text)?.[1] ?? "", "base64");
  expect(String(logo)).toContain("<path");
  const [plain, alpha, both] = await Promise.all([
    signIn(project, ["sales"]),
    signIn(project, ["alpha", "sales"]),
    signIn(project, ["beta", "alpha"]),
  ]);
  expect(await seen("acme", plain)).toEqual(["/", "/members"]);
  // Members and readers in every group share an artifact that the update has built.
  expect(await seen("acme", both)).toEqual(pages);
  expect((await lectern.read("acme", "/alpha", { headers: { cookie: alpha } })).status).not.toBe(200);
  expect(await seenWhenPrepared("acme", alpha)).toEqual(["/", "/members", "/alpha"]);
  const names = async () => (await listAudiences(lectern.app.database.query, "acme")).map(({ audience }) => audience);
  expect((await names()).toSorted()).toEqual(["all", 'groups:["alpha"]', "public"]);

  // The next update builds it with the site, so this reader waits only once.
  const before = await lectern.app.database.query.selectFrom("sites").selectAll().executeTakeFirstOrThrow();
  await lectern.ended(await setAccess(project, "readers"));
  expect(await seen("acme", alpha)).toEqual(["/", "/members", "/alpha"]);

  // A rollback has only the site's own artifact. The others are built from its commit when they are needed.
  const { app } = lectern;
  const target = await getRollbackTarget(app.database.query, project, before.updateId);
  const back = await app.database.transaction((tx) => triggerRollback(app, tx, project, target));
  await lectern.ended(back.id);
  expect(await names()).toEqual([]);
  expect(await seen("acme", plain)).toEqual(["/", "/members"]);
  expect(await seenWhenPrepared("acme", alpha)).toEqual(["/", "/members", "/alpha"]);
});

test("a site that becomes private shows nothing to others before it is built again, and the other way around", async () => {
  const closed = { ...files, "members.mdx": "---\ntitle: Members\npublic: false\n---\n\nFor members.\n" };
  const { project } = await lectern.publish("zenith", closed);
  expect(await seen("zenith")).toEqual(["/"]);
  const { database } = lectern.app;
  const access = { projectId: project.id, previews: "members", settings: accessDefaults, updatedAt: 0 } as const;
  await saveAccess(database.query, { ...access, kind: "members" });
  const cookie = await signIn(project, []);
  expect(await seenWhenPrepared("zenith", cookie)).toEqual(["/", "/members"]);
  await lectern.ended(await setAccess(project, "members"));
  await saveAccess(database.query, { ...access, kind: "public" });
  expect((await lectern.read("zenith", "/members")).text).not.toContain("For members.");
});
