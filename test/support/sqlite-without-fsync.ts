import { DatabaseSync } from "node:sqlite";

/**
 * SQLite databases that a test opens in its own process don't wait for the disk: no test cuts the power. Programs that
 * tests start are not affected, so what is killed runs as it does in production.
 */
interface Durability {
  isKept: boolean;
}

// Files that share a worker share its modules, but not this one.
const durability = Symbol.for("lectern.durability");
const installed = globalThis as { [durability]?: Durability };
installed[durability] ??= relax();
const state = installed[durability];

/** Databases keep the durability that the product gives them, for tests of just that. */
export function keepDurability(isKept: boolean): void {
  state.isKept = isKept;
}

function relax(): Durability {
  const relaxed: Durability = { isKept: false };
  const { exec, prepare } = DatabaseSync.prototype;
  const rewrite = (sql: string) =>
    relaxed.isKept ? sql : sql.replace(/pragma synchronous = (?:full|normal)/, "pragma synchronous = off");
  DatabaseSync.prototype.exec = function (sql) {
    return exec.call(this, rewrite(sql));
  };
  DatabaseSync.prototype.prepare = function (sql, ...options) {
    return prepare.call(this, rewrite(sql), ...options);
  };
  return relaxed;
}
