import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Bubblewrap, if it is installed and works. */
interface Sandbox {
  program: string;
  version: string;
}

const usualFolders = ["/usr/bin", "/usr/local/bin", "/bin"];
const trySeconds = 5;
let found: Promise<Sandbox | undefined> | undefined;

/** Runs bubblewrap once to check it: containers often include bubblewrap but don't allow it to run. */
export function findSandbox(): Promise<Sandbox | undefined> {
  found ??= lookForSandbox();
  return found;
}

async function lookForSandbox(): Promise<Sandbox | undefined> {
  const program = usualFolders.map((folder) => join(folder, "bwrap")).find(isProgram);
  if (program === undefined) return undefined;
  try {
    const run = (...args: string[]) => promisify(execFile)(program, args, { env: {}, timeout: trySeconds * 1_000 });
    await run(...sandboxArguments([]), process.execPath, "--version");
    const { stdout } = await run("--version");
    return { program, version: /\d\S*/.exec(stdout)?.[0] ?? "" };
  } catch {
    return undefined;
  }
}

/**
 * Allows reading these folders and the files that Node itself needs, but no other files, no network and no terminal.
 * The process stays in the worker's session, because some systems divide the CPU between sessions, and a session of its
 * own would get as much CPU as the server.
 */
export function sandboxArguments(folders: readonly string[]): string[] {
  const system = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache"].flatMap((path) => ["--ro-bind-try", path, path]);
  const readable = [process.execPath, ...folders].flatMap((path) => ["--ro-bind", path, path]);
  const ground = ["--unshare-all", "--die-with-parent", "--proc", "/proc"];
  const devices = ["/dev/null", "/dev/urandom"].flatMap((path) => ["--dev-bind", path, path]);
  return [...ground, ...devices, ...system, "--tmpfs", "/tmp", ...readable];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
