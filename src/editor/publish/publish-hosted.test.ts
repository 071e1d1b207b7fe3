import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../../test/support/database.ts";
import type { HostedProject } from "../../../test/support/hosted-project.ts";
import { startPage as page } from "../../../test/support/pull-request-host.ts";
import { AppError } from "../../platform/errors.ts";
import { defaultBranchRules } from "../../projects/branch-rules.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import { updateProject } from "../../projects/store.ts";
import { listContributors } from "../../pull-requests/contributor-store.ts";
import { listUpdates } from "../../updates/store.ts";
import { isOver } from "../draft.ts";
import { recordDraftEditors } from "../store.ts";
import { describeChanges } from "./describe-changes.ts";
import { ada, startPublishing } from "./publish-test-support.ts";

const never = new AbortController().signal;

onDatabaseOfRun((dialect) => {
  let host: Awaited<ReturnType<typeof startPublishing>>;
  beforeAll(async () => {
    host = await startPublishing(dialect);
  });
  afterAll(() => host.stop());

  const updatesOf = ({ project }: HostedProject) =>
    listUpdates(host.deps.database.query, project.id, { limit: 20 }).then((updates) => [...updates].reverse());

  test("publishing a draft makes one commit by the person, with only the changed lines, and one update", async () => {
    const { hosted, project, draft } = await host.startDraft();
    await host.write(project, draft, { "start.mdx": page.replace("Two.", "Two, or more.") });
    const published = await host.publish(project, draft, { title: "Update Start", message: "It was wrong." });
    expect(await hosted.git("log", "--format=%an <%ae>|%cn|%s|%b", `${draft.baseSha}..main`)).toBe(
      "Ada Lovelace <ada@acme.test>|Ada Lovelace|Update Start|It was wrong.",
    );
    expect(await hosted.git("diff", "-U0", draft.baseSha, "main")).toMatch(/^-Two\.\n\+Two, or more\.$/m);
    expect(await hosted.git("diff", "--numstat", draft.baseSha, "main")).toBe("1\t1\tstart.mdx");
    expect(await hosted.git("rev-parse", "main")).toBe(published.sha);
    const updates = await updatesOf(hosted);
    expect(updates.map(({ id, branch, trigger, pushed, author }) => ({ id, branch, trigger, pushed, author }))).toEqual(
      [
        expect.objectContaining({
          id: published.updateId,
          branch: "main",
          trigger: "editor",
          pushed: { sha: published.sha, from: draft.baseSha },
        }),
      ],
    );
    expect(updates[0]?.author?.name).toBe("Ada Lovelace");
    expect(await host.again(draft)).toMatchObject({ status: "published", headSha: published.sha });
  });

  test("a published commit belongs to everyone who changed a file of the draft", async () => {
    const { project, draft } = await host.startChangedDraft();
    const { query } = host.deps.database;
    await recordDraftEditors(query, draft.id, ["usr_grace"]);
    const { sha } = await host.publish(project, draft);
    expect(await listContributors(query, project.id, [sha])).toEqual(new Set([ada.id, "usr_grace"]));
  });

  test("publishing a draft keeps the bytes of media, and git sees a moved page as renamed", async () => {
    const { hosted, project, draft } = await host.startDraft();
    const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256);
    await host.writeMedia(draft, "images/tree.png", bytes);
    await host.write(project, draft, { "guides/begin.mdx": page }, { "guides/begin.mdx": "start.mdx" });
    await host.publish(project, draft);
    const raw = await hosted.git("diff", "-M", "--name-status", draft.baseSha, "main");
    expect(raw.split("\n")).toEqual(["R100\tstart.mdx\tguides/begin.mdx", "A\timages/tree.png"]);
    const blob = await hosted.git("rev-parse", "main:images/tree.png");
    expect(blob).toBe(createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex"));
  });

  test("publishing a draft merges other people's changes and adds one commit on top of them", async () => {
    const { hosted, project, draft } = await host.startChangedDraft();
    const theirs = await hosted.commit("main", { "start.mdx": page.replace("Three.", "3."), "new.mdx": "# New\n" });
    const { sha } = await host.publish(project, draft);
    expect(await hosted.git("rev-list", `${theirs}..main`)).toBe(sha);
    expect(await hosted.git("show", "main:start.mdx")).toBe(page.replace("One.", "1.").replace("Three.", "3.").trim());
    expect(await hosted.git("diff", "--numstat", theirs, "main")).toBe("1\t1\tstart.mdx");
  });

  test("publishing a draft with a conflict is refused, and the draft stays as it is", async () => {
    const { hosted, project, draft } = await host.startChangedDraft();
    const theirs = await hosted.commit("main", { "start.mdx": page.replace("One.", "I.") });
    await expect(host.publish(project, draft)).rejects.toThrow(
      "Resolve the conflicts with the published pages first: start.mdx.",
    );
    expect(await hosted.git("rev-parse", "main")).toBe(theirs);
    expect((await host.files(draft)).map(({ content }) => content)).toEqual([page.replace("One.", "1.")]);
    expect(isOver(await host.again(draft))).toBe(false);
  });

  test("publishing a draft twice at once makes one commit, and a repeated request returns that commit", async () => {
    const { hosted, project, draft } = await host.startChangedDraft();
    const both = await Promise.all([host.publish(project, draft), host.publish(project, draft)]);
    const [sha] = both.map((published) => published.sha);
    expect(both.map((published) => published.sha)).toEqual([sha, sha]);
    expect((await host.publish(project, draft)).sha).toBe(sha);
    expect(await hosted.git("rev-list", "--count", `${draft.baseSha}..main`)).toBe("1");
    expect(await updatesOf(hosted)).toHaveLength(1);
  });

  test("publishing two drafts at the same time puts both on the branch", async () => {
    const hosted = await host.project();
    const { project } = hosted;
    const [one, other] = [await host.draft(project), await host.draft(project)];
    await host.write(project, one, { "start.mdx": page.replace("One.", "1.") });
    await host.write(project, other, { "start.mdx": page.replace("Three.", "3.") });
    await Promise.all([host.publish(project, one), host.publish(project, other)]);
    expect(await hosted.git("rev-list", "--count", `${one.baseSha}..main`)).toBe("2");
    expect(await hosted.git("show", "main:start.mdx")).toBe(page.replace("One.", "1.").replace("Three.", "3.").trim());
  });

  test("publishing a draft fails as a whole if its row can't be written, and works afterwards", async () => {
    const { hosted, project, draft } = await host.startChangedDraft();
    const inTransaction: InTransaction = (work) =>
      host.deps.database.transaction(async (tx) => {
        await work(tx);
        throw new Error("The process died.");
      });
    const dying = host.publish(project, draft, { inTransaction });
    await expect(dying).rejects.toThrow("The process died.");
    expect(await hosted.git("rev-parse", "main")).toBe(draft.baseSha);
    expect(await host.again(draft)).toMatchObject({ status: "open", headSha: null });
    await host.publish(project, draft);
    expect(await hosted.git("rev-list", "--count", `${draft.baseSha}..main`)).toBe("1");
  });

  test("publishing a draft includes text that is typed while the commit is made", async () => {
    const { hosted, project, draft } = await host.startChangedDraft();
    let isTyped = false;
    const deps = {
      ...host.deps,
      async pushHosted(...push: Parameters<typeof host.deps.pushHosted>) {
        if (!isTyped) await host.write(project, draft, { "start.mdx": page.replace("One.", "1!") });
        isTyped = true;
        return host.deps.pushHosted(...push);
      },
    };
    await host.publish(project, draft, { deps });
    expect(await hosted.git("show", "main:start.mdx")).toBe(page.replace("One.", "1!").trim());
    expect(await hosted.git("rev-list", "--count", `${draft.baseSha}..main`)).toBe("1");
  });

  test("publishing a draft never replaces a symbolic link, and fails without changes", async () => {
    const { hosted, project, draft } = await host.startDraft();
    await expect(host.publish(project, draft)).rejects.toThrow("This draft has no changes.");
    const blob = await hosted.git("rev-parse", "main:start.mdx");
    await hosted.change(async (git) => {
      await git("read-tree", "main");
      await git("update-index", "--add", "--cacheinfo", `120000,${blob},linked.mdx`);
      const commit = await git("commit-tree", "-p", "main", "-m", "Link", await git("write-tree"));
      await git("update-ref", "refs/heads/main", commit);
    });
    const linked = await host.draft(project);
    await host.write(project, linked, { "linked.mdx": "# Not a link\n" });
    await expect(host.publish(project, linked)).rejects.toThrow("is not a regular file in the repository");
  });

  test.each([
    [
      { pullRequestsOnly: true },
      "editor",
      "Changes need a review before they are published. Request a review instead.",
    ],
    [{ pullRequestsOnly: true }, "admin", "Changes need a review before they are published. Request a review instead."],
    [{ editorsPublish: false }, "editor", "Only admins can publish here. Request a review instead."],
    [{ editorsPublish: false }, "admin", undefined],
    // Required approvals only concern pull requests. The other rules refuse a push.
    [{ requiredApprovals: 1 }, "editor", undefined],
    [{}, "viewer", "Viewers can't change the docs; ask an editor."],
  ] as const)("the branch rules %j are applied to the role %s", async (rules, role, reason) => {
    const hosted = await host.project();
    await updateProject(host.deps.database.query, hosted.project.id, {
      branchRules: { ...defaultBranchRules, ...rules },
    });
    const project = { ...hosted.project, branchRules: { ...defaultBranchRules, ...rules } };
    const draft = await host.draft(project);
    await host.write(project, draft, { "start.mdx": page.replace("One.", "1.") });
    const described = await describeChanges(host.deps, { project, draft, signal: never }, role);
    expect(described.publish).toEqual({ allowed: reason === undefined, reason: reason ?? null });
    expect(described.review.allowed).toBe(role !== "viewer");
    const publishing = host.publish(project, draft, { person: { ...ada, role } });
    if (reason === undefined) {
      expect((await publishing).branch).toBe("main");
    } else {
      await expect(publishing).rejects.toThrow(reason);
      expect(await hosted.git("rev-parse", "main")).toBe(draft.baseSha);
    }
  });

  test("the description of a draft has diffs, a title and the changes of the base branch", async () => {
    const { hosted, project, draft } = await host.startDraft();
    await host.write(project, draft, {
      "start.mdx": page.replace("One.", "1."),
      "guides/a.mdx": "---\ntitle: About trees\n---\n\nTall.\n",
    });
    await hosted.commit("main", { "start.mdx": page.replace("One.", "I."), "other.mdx": "# Other\n" });
    const described = await describeChanges(host.deps, { project, draft, signal: never }, "editor");
    expect(described).toMatchObject({
      title: "Change 2 pages",
      message: "- Add About trees\n- Update Start",
      base: {
        branch: "main",
        changes: 2,
        conflicts: [
          { path: "start.mdx", reason: "overlap", about: "Someone else published other changes of the same lines." },
        ],
        problem: null,
      },
      publish: { allowed: true, reason: null },
    });
    expect(
      described.files.map(({ path, change, additions, deletions }) => [path, change, additions, deletions]),
    ).toEqual([
      ["guides/a.mdx", "added", 5, 0],
      ["start.mdx", "modified", 1, 1],
    ]);
    expect(described.files[1]?.patch).toContain("-One.\n+1.");
  });

  test("texts that take too long to compare are listed without a diff, and are conflicts if the branch changed them too", async () => {
    const { hosted, project, draft } = await host.startChangedDraft();
    await hosted.commit("main", { "start.mdx": page.replace("Three.", "3.") });
    const texts: typeof host.deps.texts = {
      ...host.deps.texts,
      call: () => Promise.reject(new AppError("too_large", "The text takes too much time.")),
    };
    expect(await describeChanges({ ...host.deps, texts }, { project, draft, signal: never }, "editor")).toMatchObject({
      files: [{ path: "start.mdx", title: "start.mdx", additions: 0 }],
      isCut: true,
      base: { conflicts: [{ path: "start.mdx", reason: "overlap" }], problem: null },
    });
  });
});
