import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { plainGit } from "../../src/git/git-test-support.ts";

export type Files = Readonly<Record<string, string | Buffer>>;

/** A clone of a hosted repository, made and pushed with git as any author would. */
export class Clone {
  readonly folder: string;
  readonly #remote: string;

  private constructor(folder: string, remote: string) {
    this.folder = folder;
    this.#remote = remote;
  }

  /** The clone is removed when the test ends. */
  static async of(repository: string, adminKey: string): Promise<Clone> {
    const folder = mkdtempSync(join(tmpdir(), "lectern-clone-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const remote = new URL(repository);
    remote.username = "anyone";
    remote.password = adminKey;
    await plainGit(["clone", "--quiet", remote.href, folder]);
    return new Clone(folder, remote.href);
  }

  async git(...args: string[]): Promise<string> {
    return (await plainGit(args, { cwd: this.folder })).trim();
  }

  /** Writes files, removes those that are `undefined`, commits, and returns the commit. */
  async commit(files: Readonly<Record<string, string | Buffer | undefined>>, message = "Change"): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      if (content === undefined) {
        rmSync(join(this.folder, path));
      } else {
        writeFiles(this.folder, { [path]: content });
      }
    }
    await this.git("add", "--all", ".");
    await this.git("commit", "--quiet", "--allow-empty", "--message", message);
    return this.git("rev-parse", "HEAD");
  }

  /** Resolves when the server has accepted the push. */
  async push(...refs: string[]): Promise<void> {
    await this.git("push", "--quiet", "--force", this.#remote, ...(refs.length === 0 ? ["HEAD:main"] : refs));
  }

  async commitAndPush(files: Readonly<Record<string, string | Buffer | undefined>>, message?: string): Promise<string> {
    const sha = await this.commit(files, message);
    await this.push();
    return sha;
  }
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
