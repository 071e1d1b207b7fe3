import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Config } from "../platform/config.ts";
import { secretKeyName, secretKeyPath } from "../platform/secrets.ts";

/** The key in the data folder; undefined if the settings contain the keys. */
export function readSecretKey({ secretKeys, dataFolder }: Config): string | undefined {
  const path = secretKeyPath(dataFolder);
  return secretKeys.length === 0 && existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Names of all keys that can open stored secrets. */
export function secretKeyNames(config: Config): string[] {
  const own = readSecretKey(config);
  return [...config.secretKeys, ...(own === undefined ? [] : [own])].map(secretKeyName);
}

/** Puts a key into the data folder. A different key that was there is kept under another name. */
export function writeSecretKey({ dataFolder }: Config, key: string, now: number): void {
  const path = secretKeyPath(dataFolder);
  if (existsSync(path)) {
    if (readFileSync(path, "utf8") === key) {
      return;
    }
    renameSync(path, path.replace(/\.key$/, `-until-${new Date(now).toISOString().replaceAll(":", "-")}.key`));
  }
  writeFileSync(`${path}.new`, key, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
