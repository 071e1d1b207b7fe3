import type { Connection, Database } from "./database.ts";

export interface Migration {
  name: string;
  /** Programs with an older schema don't work after this migration: it drops, renames or requires something. */
  isBreaking?: true;
  up(tx: Connection, dialect: Database["dialect"]): Promise<void>;
}
