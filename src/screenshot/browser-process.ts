import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

interface BrowserProcess {
  /** Ends the browser with all its helpers, and waits until it is gone. One that is only about to start will end too. */
  kill(): Promise<void>;
  /** Starts that come later are not noticed any more. */
  forget(): void;
}

/**
 * Finds the browser that is started with the given folder in its arguments. Playwright keeps its process to itself, and
 * a browser that hangs while it starts has to be killed too; Node tells of every process that is started.
 */
export function watchForBrowser(folder: string): BrowserProcess {
  const started: ChildProcess[] = [];
  let isDoomed = false;

  function notice(message: unknown): void {
    const { process } = message as { process: ChildProcess };
    started.push(process);
    process.once("spawn", () => isDoomed && void kill());
  }

  async function kill(): Promise<void> {
    isDoomed = true;
    // Node tells before the process has arguments: they are looked at only now.
    const browsers = started.filter((child) => child.spawnargs?.some((argument) => argument.includes(folder)));
    await Promise.all(browsers.map(killGroup));
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
  if (child.pid === undefined) {
    return;
  }
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
  if (child.exitCode === null && child.signalCode === null) {
    await exited;
  }
}
