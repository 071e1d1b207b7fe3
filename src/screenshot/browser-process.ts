import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

interface BrowserProcess {
  /** Kills the browser with all its helpers and waits for it to exit, even if the browser is still starting. */
  kill(): Promise<void>;
  /** Stops watching for new processes. */
  forget(): void;
}

/**
 * Finds the browser process by the given folder in its arguments. Playwright doesn't expose the process, but a browser
 * that hangs during startup must be killed too. Node reports every process that it starts.
 */
export function watchForBrowser(folder: string): BrowserProcess {
  const started: ChildProcess[] = [];
  let isDoomed = false;

  function notice(message: unknown): void {
    const { process } = message as { process: ChildProcess };
    started.push(process);
    process.once("spawn", () => isDoomed && isBrowser(process) && void killGroup(process));
  }

  function isBrowser({ spawnargs }: ChildProcess): boolean {
    return spawnargs?.some((argument) => argument.includes(folder));
  }

  async function kill(): Promise<void> {
    isDoomed = true;
    // Node reports the process before it has arguments, so check them later.
    await Promise.all(started.filter(isBrowser).map(killGroup));
  }

  subscribe("child_process", notice);
  return {
    kill,
    forget() {
      unsubscribe("child_process", notice);
    },
  };
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has already exited.
  }
  await exited;
}
