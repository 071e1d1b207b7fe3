import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStorage, openStorage, type TestStorage } from "../../test/support/database.ts";
import { createOrganization } from "../accounts/create-organization.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { checkedBranch, createProject, type NewProject } from "./create-project.ts";
import type { Project } from "./store.ts";

const clock = { now: () => 0 };

describe("creating a project", () => {
  let storage: TestStorage;
  let database: Database;
  let organizationId: string;
  let count = 0;

  beforeAll(async () => {
    storage = await createStorage("sqlite");
    database = await openStorage(storage);
    organizationId = (await createOrganization({ clock }, database.query, "Acme")).id;
  });
  afterAll(async () => {
    await database.close();
    await storage.remove();
  });

  const create = (changes: Partial<NewProject> = {}): Promise<Project> => {
    count += 1;
    const repository = "https://git.lectern.test/acme";
    const request = { organizationId, name: "Docs", domain: `docs-${count}`, repository, ...changes };
    return database.transaction((tx) => createProject({ clock }, tx, request));
  };
  const refusal = async (changes: Partial<NewProject>): Promise<string> => {
    const error = await create(changes).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).message).toMatch(/\.$/);
    return (error as AppError).code;
  };

  test("a new project is built from the branch main and the root of its repository by default", async () => {
    expect(await create()).toMatchObject({ branch: "main", directory: "" });
    expect(await create({ branch: "next", directory: "site/docs" })).toMatchObject({
      branch: "next",
      directory: "site/docs",
    });
  });

  test.each(["a", "7", "acme", "acme-docs", "a-b-c-1", "x".repeat(63)])(
    "a new project may have the domain %s",
    async (domain) => {
      expect((await create({ domain })).domain).toBe(domain);
    },
  );

  test.each([
    "",
    "-acme",
    "acme-",
    "acme--docs",
    "Acme",
    "acme_docs",
    "acme.docs",
    "docs/../etc",
    "дока",
    "x".repeat(64),
    "a b",
    "acme\n",
    "dashboard",
    "www",
    "localhost",
  ])("a new project may not have the domain %j", async (domain) => {
    expect(await refusal({ domain })).toBe("bad_request");
  });

  test("a new project cannot take the domain of another project, in any organization", async () => {
    const { domain } = await create();
    const other = await createOrganization({ clock }, database.query, "Zenith");
    expect(await refusal({ domain })).toBe("conflict");
    expect(await refusal({ domain, organizationId: other.id })).toBe("conflict");
  });

  test.each([
    ["https://github.com/acme/docs", "https://github.com/acme/docs"],
    ["http://git.internal:8080/docs.git", "http://git.internal:8080/docs.git"],
    ["HTTPS://GitHub.com/acme/docs", "https://github.com/acme/docs"],
  ])("a new project may have the repository %s", async (repository, stored) => {
    expect((await create({ repository })).repository).toBe(stored);
  });

  test.each([
    "",
    "acme/docs",
    "git@github.com:acme/docs.git",
    "ssh://git@github.com/acme/docs",
    "file:///etc/passwd",
    "ext::sh -c date",
    "--upload-pack=date",
    "https://",
    "https://user:password@github.com/acme/docs",
    "https://token@github.com/acme/docs",
    `https://github.com/${"x".repeat(2_000)}`,
  ])("a new project may not have the repository %j", async (repository) => {
    expect(await refusal({ repository })).toBe("bad_request");
  });

  test("a refused repository address is reported without its password", async () => {
    const problem = create({ repository: "https://user:hunter2@github.com/acme/docs" });
    await expect(problem).rejects.not.toThrow(/hunter2/);
  });

  test.each([
    ["docs", "docs"],
    ["/docs/", "docs"],
    ["./docs//api/.", "docs/api"],
    ["", ""],
    ["/", ""],
    ["..docs", "..docs"],
  ])("a new project in the folder %j is built from %j", async (directory, stored) => {
    expect((await create({ directory })).directory).toBe(stored);
  });

  test.each(["..", "docs/..", "docs/../../etc", "docs\\..\\etc", "docs\0", "x".repeat(501)])(
    "a new project may not be in the folder %j",
    async (directory) => {
      expect(await refusal({ directory })).toBe("bad_request");
    },
  );

  test.each(["", "  ", "x".repeat(101)])("a new project may not be called %j", async (name) => {
    expect(await refusal({ name })).toBe("bad_request");
  });

  test("a new project needs an existing organization", async () => {
    expect(await refusal({ organizationId: "org_unknown" })).toBe("not_found");
  });
});

describe("branch names", () => {
  test.each(["main", "release/2.0", "feature/new-nav", "v1.0.0", "a", "_x", "dependabot/npm/a+b", "x".repeat(200)])(
    "a branch may be called %s",
    (branch) => {
      expect(checkedBranch(branch)).toBe(branch);
    },
  );

  test.each([
    "",
    "-b",
    "--upload-pack=date",
    "a..b",
    "a//b",
    "/a",
    "a/",
    "a.",
    ".a",
    "a/.b",
    "a.lock",
    "a.lock/b",
    "a@{1}",
    "a b",
    "a~1",
    "a^",
    "a:b",
    "a?b",
    "a*b",
    "a[b",
    "a\\b",
    "a\nb",
    "main\n",
    "a;date",
    "$(date)",
    "HEAD",
    "x".repeat(201),
  ])("a branch may not be called %j", (branch) => {
    expect(() => checkedBranch(branch)).toThrow(AppError);
  });

  test("git accepts every branch name that we accept", () => {
    const piece = fc.constantFrom(
      "a",
      "Z",
      "0",
      "_",
      ".",
      "/",
      "-",
      "+",
      "..",
      "//",
      "/.",
      ".lock",
      "@{",
      "lock",
      "main",
    );
    const names = new Set<string>();
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const name = pieces.join("");
        try {
          names.add(checkedBranch(name));
        } catch {
          // We refuse the name, so git doesn't need to accept it.
        }
      }),
      { seed: 20_260_302, numRuns: 800 },
    );
    expect(names.size).toBeGreaterThan(30);
    const refusedByGit = [...names].filter((name) => !gitAllows(name));
    expect(refusedByGit).toEqual([]);
  });

  function gitAllows(branch: string): boolean {
    try {
      execFileSync("git", ["check-ref-format", "--branch", branch], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  }
});
