import { createSpecFetcher } from "../site/api/openapi/fetch-spec.ts";
import { BuildFailure, BuildProblem, describeProblem } from "../site/ground/build-problem.ts";
import type { SiteFile } from "../site/ground/site-file.ts";
import { type BuildRequest, buildSite } from "../site/pipeline/build-site.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import type { SiteBuild } from "../site/pipeline/site-build.ts";

/** What a preview shows now. */
export interface LiveState {
  /** Another one after every build that changed something. */
  revision: number;
  /** The last site that could be built; undefined until there is one. */
  site: SiteBuild | undefined;
  /** Whether it is what the folder holds now; else the problems say why not. */
  isCurrent: boolean;
  problems: readonly BuildProblem[];
  /** Addresses whose page is not what it was in the revision before. */
  changed: readonly string[] | "all";
  milliseconds: number;
}

interface LiveSite {
  readonly state: LiveState;
  /** Builds what is in the folder now. Asked for while a build runs, there is one more after it. */
  rebuild(): Promise<void>;
  close(): Promise<void>;
}

export type PreviewView = Pick<BuildRequest, "readerGroups" | "withoutSpecs">;

interface LiveSiteDeps {
  folder: string;
  cacheFolder: string;
  pool: RenderPool;
  /** Whose eyes the site is seen with, and what of it is left out. */
  view?: PreviewView;
  onState(state: LiveState): void;
}

/** A description that stands elsewhere is not asked for again with every save. */
const remoteFreshSeconds = 600;
const fetchSpec = createSpecFetcher([]);

export function createLiveSite({ folder, cacheFolder, pool, view, onState }: LiveSiteDeps): LiveSite {
  const stopped = new AbortController();
  let state: LiveState = {
    revision: 0,
    site: undefined,
    isCurrent: false,
    problems: [],
    changed: "all",
    milliseconds: 0,
  };
  let running: Promise<void> | undefined;
  let isStale = false;

  async function build(): Promise<void> {
    const began = performance.now();
    const { signal } = stopped;
    try {
      const site = await buildSite(
        { pool },
        {
          folder,
          cacheFolder,
          signal,
          onLine: () => undefined,
          // A preview has no index and nobody who answers.
          isStatic: true,
          fetchSpec,
          remoteFreshSeconds,
          ...view,
        },
      );
      const changed = state.site === undefined ? "all" : changedAddresses(state.site, site);
      if (state.isCurrent && changed.length === 0 && isNothingNew(state.problems, site.problems)) return;
      show({ site, isCurrent: true, problems: site.problems, changed }, began);
    } catch (error) {
      if (signal.aborted) return;
      show({ site: state.site, isCurrent: false, problems: problemsOf(error), changed: [] }, began);
    }
  }

  function show(next: Omit<LiveState, "revision" | "milliseconds">, began: number): void {
    state = { ...next, revision: state.revision + 1, milliseconds: Math.round(performance.now() - began) };
    onState(state);
  }

  async function buildUntilFresh(): Promise<void> {
    do {
      isStale = false;
      await build();
    } while (isStale && !stopped.signal.aborted);
    running = undefined;
  }

  return {
    get state() {
      return state;
    },
    rebuild() {
      isStale = true;
      running ??= buildUntilFresh();
      return running;
    },
    async close() {
      stopped.abort();
      await running;
    },
  };
}

/**
 * An editor's own files come and go beside the pages, and nobody has to hear of a build that changed nothing. An error
 * that is still there after a save is told again.
 */
function isNothingNew(before: readonly BuildProblem[], after: readonly BuildProblem[]): boolean {
  const hasError = after.some((problem) => problem.severity === "error");
  return !hasError && before.map(describeProblem).join("\n") === after.map(describeProblem).join("\n");
}

/** Whoever writes must be told, also of a fault of ours: the preview stays as it was before. */
function problemsOf(error: unknown): readonly BuildProblem[] {
  if (error instanceof BuildFailure) return error.problems;
  const message = error instanceof Error ? error.message : String(error);
  return [new BuildProblem(`Lectern could not build the site: ${message}`)];
}

const addressesMax = 50;
/** What a page shows or loads from its own address. Files for machines are nothing that a reader looks at. */
const seenTypes = /^(?:image|font|video|audio)\/|^text\/(?:css|javascript)/;

/** The addresses of pages that look different now; `all` when that cannot be said page by page. */
function changedAddresses(before: SiteBuild, after: SiteBuild): string[] | "all" {
  const old = new Map(seenFiles(before).map((file) => [file.path, file.sha256]));
  const files = seenFiles(after);
  // A page that has come or gone is linked from others, and one that shows "not found" may be there now.
  if (old.size !== files.length || files.some((file) => !old.has(file.path))) return "all";
  const changed = files.filter((file) => old.get(file.path) !== file.sha256);
  const isPagesOnly = changed.every(isPage);
  return isPagesOnly && changed.length <= addressesMax ? changed.map(addressOf) : "all";
}

function seenFiles({ files }: SiteBuild): SiteFile[] {
  return files.filter((file) => isPage(file) || seenTypes.test(file.type));
}

function isPage({ type }: SiteFile): boolean {
  return type.startsWith("text/html");
}

function addressOf({ path }: SiteFile): string {
  return path === "index.html" ? "/" : `/${path.replace(/\.html$/, "")}`;
}
