import { BuildProblem } from "../build-problem.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { SourcePage } from "../project/read-page.ts";
import type { OperationFinder } from "./find-operation.ts";
import type { RemoteSpec } from "./remote-specs.ts";

export interface AttachDeps {
  finder: OperationFinder;
  config: SiteConfig;
  problems: BuildProblem[];
  /** Descriptions that stand elsewhere, by their addresses. */
  remote: ReadonlyMap<string, RemoteSpec>;
}

/** What is wrong in the frontmatter of a page. Every message begins with the key that is at fault. */
export function warn({ file, keyLines }: SourcePage, { problems }: AttachDeps, message: string, hint?: string): void {
  const line = Object.entries(keyLines ?? {}).find(([key]) => message.startsWith(`"${key}"`))?.[1];
  problems.push(new BuildProblem(message, { severity: "warning", file, line, hint }));
}
