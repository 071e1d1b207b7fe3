import type { Connection, Database } from "./database.ts";

export interface Migration {
  name: string;
  up(tx: Connection, dialect: Database["dialect"]): Promise<void>;
}
