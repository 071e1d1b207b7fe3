import { BuildProblem } from "../../ground/build-problem.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { RemoteSpec } from "../read/remote-specs.ts";
import type { OperationFinder } from "./find-target.ts";

export interface AttachDeps {
  finder: OperationFinder;
  config: SiteConfig;
  problems: BuildProblem[];
  /** Descriptions that stand elsewhere, by their addresses. */
  remote: ReadonlyMap<string, RemoteSpec>;
  /** Paths of all files of the project, to find the one that was meant. */
  files: readonly string[];
  /** Faults that many pages share, by what is missing. */
  shared: Map<string, SharedFault>;
}

export interface SharedFault {
  /** The first of the pages. */
  page: SourcePage;
  pages: number;
  message: string;
  hint: string | undefined;
}

/** What is wrong in the frontmatter of a page. Every message begins with the key that is at fault. */
export function warn(
  page: SourcePage,
  { problems }: Pick<AttachDeps, "problems">,
  message: string,
  hint?: string,
): void {
  const line = Object.entries(page.keyLines ?? {}).find(([key]) => message.startsWith(`"${key}"`))?.[1];
  problems.push(new BuildProblem(message, { severity: "warning", file: page.file, line, hint }));
}

/** A description that is not there costs hundreds of pages their part, and is one fault: it is told once, with their number. */
export function warnOnce(
  page: SourcePage,
  { shared }: AttachDeps,
  missing: string,
  message: string,
  hint?: string,
): void {
  const known = shared.get(missing);
  if (known === undefined) shared.set(missing, { page, pages: 1, message, hint });
  else known.pages += 1;
}

export function tellShared({ shared, problems }: Pick<AttachDeps, "shared" | "problems">): void {
  for (const { page, pages, message, hint } of shared.values()) {
    const others = pages === 2 ? "1 other have" : `${pages - 1} others have`;
    warn(
      page,
      { problems },
      `${message}, so ${pages === 1 ? "the page has" : `this page and ${others}`} no API part`,
      hint,
    );
  }
}
