import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../src/platform/free-port.ts";

/** A pooler between the nodes and PostgreSQL. */
export interface Pooler {
  url: string;
  /** Kills it with `kill -9`. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

const startTriesMax = 100;
const tryPauseMilliseconds = 100;

/** Starts pgbouncer in transaction mode, in which a connection belongs to a client for one transaction only. */
export async function startPooler(folder: string, databaseUrl: string): Promise<Pooler | undefined> {
  if (spawnSync("pgbouncer", ["--version"]).status !== 0) return undefined;
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const poolerPort = await freePort("127.0.0.1");
  const file = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `lectern = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${poolerPort}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 300",
    // By default, it refuses clients for 15 seconds after PostgreSQL has come back.
    "server_login_retry = 1",
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  let child: ChildProcess | undefined;
  // pgbouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const pooler: Pooler = {
    url: `postgres://${username}:${password}@127.0.0.1:${poolerPort}/lectern`,
    async start() {
      child = spawn("pgbouncer", ["-q", ...user, file], { stdio: "ignore" });
      for (let tries = 1; !(await accepts(poolerPort)); tries += 1) {
        if (tries === startTriesMax) throw new Error("pgbouncer did not start.");
        await setTimeout(tryPauseMilliseconds);
      }
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
  process.once("exit", () => child?.kill("SIGKILL"));
  await pooler.start();
  return pooler;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
