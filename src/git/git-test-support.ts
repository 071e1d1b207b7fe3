import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { GitError, type GitErrorKind } from "./git-error.ts";
import { defaultRepositoryLimits, type RepositoryLimits } from "./repository.ts";

export const testLimits: RepositoryLimits = {
  ...defaultRepositoryLimits,
  lockSecondsMax: 60,
  fetchSecondsMax: 60,
  readSecondsMax: 60,
};

export const loopback = ["127.0.0.0/8"];

/** Paths that lead out of their folder or into .git, or that can't be written on every system. */
export const unsafePaths = [
  "",
  "..",
  "../a",
  "a/../../b",
  "a/./b",
  "/etc/passwd",
  "a//b",
  "a/",
  ".git/config",
  "a/.GIT/config",
  "a/.Git",
  ".git.",
  ".git . .",
  ".git::$INDEX_ALLOCATION/config",
  "git~1/config",
  "GIT~2",
  ".g\u200cit/config",
  "\ufeff.git",
  "a\\..\\b",
  "a\u0000b",
  "a\nb",
  "a\u007f",
  "caf\ufffd",
  `${"a/".repeat(600)}b`,
  "a".repeat(256),
];

export const someone = { name: "Ada", email: "ada@example.com" };

/** A folder for one test. It is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

const machineVariables = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  // Every commit would start another program that looks for something to tidy up, and nothing has to survive a crash.
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "core.fsync",
  GIT_CONFIG_VALUE_1: "none",
};

interface PlainOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  input?: string | Buffer;
}

/** Runs plain git, without any of Lectern's defenses. */
export function plainGit(
  args: readonly string[],
  { cwd = "/", env = {}, input = "" }: PlainOptions = {},
): Promise<string> {
  const variables = {
    ...machineVariables,
    GIT_AUTHOR_NAME: someone.name,
    GIT_AUTHOR_EMAIL: someone.email,
    GIT_COMMITTER_NAME: someone.name,
    GIT_COMMITTER_EMAIL: someone.email,
    GIT_TERMINAL_PROMPT: "0",
    ...env,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      args,
      { cwd, env: variables, encoding: "utf8", maxBuffer: 100_000_000 },
      (error, stdout, stderr) => (error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stderr}`))),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

export type Files = Readonly<Record<string, string | Buffer>>;

export interface TestRepository {
  gitDir: string;
  /** The repository's work tree. */
  folder: string;
  /** Writes files, removes files with the content `undefined`, and returns the new commit. */
  commit(files: Readonly<Record<string, string | Buffer | undefined>>, message?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
}

/** A repository with a work tree and, if files are given, one commit on `main`. */
export async function makeRepository(root: string, name: string, files?: Files): Promise<TestRepository> {
  const gitDir = join(root, `${name}.git`);
  const folder = join(root, `${name}-tree`);
  mkdirSync(folder, { recursive: true });
  emptyRepository ??= initRepository();
  cpSync(await emptyRepository, gitDir, { recursive: true });
  const git = async (...args: string[]) =>
    (await plainGit([`--git-dir=${gitDir}`, `--work-tree=${folder}`, ...args], { cwd: folder })).trim();
  const repository: TestRepository = {
    gitDir,
    folder,
    git,
    async commit(changes, message = "Change") {
      for (const [path, content] of Object.entries(changes)) {
        const file = join(folder, path);
        if (content === undefined) {
          rmSync(file);
        } else {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      }
      await git("add", "--all", "--force", ".");
      await git("commit", "--quiet", "--allow-empty", "--message", message);
      return readHead(gitDir);
    },
  };
  if (files !== undefined) {
    await repository.commit(files, "First");
  }
  return repository;
}

let emptyRepository: Promise<string> | undefined;

/** The tests make hundreds of repositories, and copying one takes a fraction of the time that a program takes to start. */
async function initRepository(): Promise<string> {
  const gitDir = join(mkdtempSync(join(inject("runFolder"), "git-")), "empty.git");
  await plainGit(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", gitDir]);
  return gitDir;
}

/** The commit at HEAD. A ref that was just written is a file. */
function readHead(gitDir: string): string {
  const head = readFileSync(join(gitDir, "HEAD"), "utf8").trim();
  return head.startsWith("ref: ") ? readFileSync(join(gitDir, head.slice("ref: ".length)), "utf8").trim() : head;
}

/** Commits a tree that git itself would never create, because entries are written without checks. */
export async function commitRawTree(
  { git, gitDir }: TestRepository,
  entries: readonly { mode: string; name: string; id: string }[],
): Promise<string> {
  const tree = await writeRawTree(gitDir, entries);
  const commit = await git("commit-tree", "-m", "Raw", tree);
  await git("update-ref", "refs/heads/main", commit);
  return commit;
}

export async function writeRawTree(
  gitDir: string,
  entries: readonly { mode: string; name: string; id: string }[],
): Promise<string> {
  const input = Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
  );
  const args = [`--git-dir=${gitDir}`, "hash-object", "-t", "tree", "-w", "--literally", "--stdin"];
  return (await plainGit(args, { input })).trim();
}

export async function writeBlob(gitDir: string, content: string): Promise<string> {
  return (await plainGit([`--git-dir=${gitDir}`, "hash-object", "-w", "--stdin"], { input: content })).trim();
}

/** Adds packs with one object each, like many small fetches or pushes. */
export async function makePacks(gitDir: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const blob = await writeBlob(gitDir, `pack ${i}`);
    await plainGit([`--git-dir=${gitDir}`, "pack-objects", "-q", join(gitDir, "objects/pack/pack")], { input: blob });
  }
}

interface TestServer {
  /** Without a trailing slash. */
  url: string;
  port: number;
  requests: { path: string; authorization: string | undefined }[];
}

/** Handles a request and returns true, or leaves it to git. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the repositories of a folder over HTTP with git's own program, without any of Lectern's defenses. */
export async function serveRepositories(root: string, intercept: Intercept = () => false): Promise<TestServer> {
  const requests: TestServer["requests"] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? "", authorization: request.headers.authorization });
    if (!intercept(request, response)) {
      runBackend(root, request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

function runBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "", "http://localhost");
  const child = spawn("git", ["http-backend"], {
    env: {
      ...machineVariables,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin).on("error", () => {});
  response.on("close", () => child.kill());
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    if (head === undefined) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end !== -1) {
      for (const line of head.toString("latin1", 0, end).split("\r\n")) {
        const [name = "", value = ""] = line.split(": ", 2);
        if (name === "Status") {
          response.statusCode = Number.parseInt(value, 10);
        } else {
          response.setHeader(name, value);
        }
      }
      response.write(head.subarray(end + 4));
      head = undefined;
    }
  });
  child.on("close", () => response.end());
}

/** A shell command that creates a file, and a check whether it ran. */
export function trap(folder: string): { command: string; sprung(): boolean } {
  const file = join(folder, `sprung-${randomUUID()}`);
  return { command: `touch ${file}`, sprung: () => existsSync(file) };
}

/** Expects a GitError of this kind whose message matches, and returns it. */
export async function expectGitError(
  work: Promise<unknown>,
  kind: GitErrorKind,
  message: RegExp = /./,
): Promise<GitError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GitError);
  const gitError = error as GitError;
  expect({ kind: gitError.kind, message: gitError.message }).toEqual({ kind, message: expect.stringMatching(message) });
  return gitError;
}
