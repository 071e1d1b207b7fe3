import { type BuildRequest, buildSite, type SiteBuild } from "../site/building.ts";
import { BuildFailure, BuildProblem, describeProblem } from "../site/project.ts";
import { createFileFetcher, createSpecFetcher, type RenderPool } from "../site/rendering.ts";
import type { SiteFile } from "../site/serving.ts";

/** The current state of a preview. */
export interface LiveState {
  /** Increases with every build that changed something. */
  revision: number;
  /** The last successful build; undefined until there is one. */
  site: SiteBuild | undefined;
  /** Whether the site matches the folder; otherwise the problems say why not. */
  isCurrent: boolean;
  problems: readonly BuildProblem[];
  /** URLs of pages that changed since the previous revision. */
  changed: readonly string[] | "all";
  milliseconds: number;
}

interface LiveSite {
  readonly state: LiveState;
  /** Builds the folder. If a build is running, another one follows it. */
  rebuild(): Promise<void>;
  close(): Promise<void>;
}

export type PreviewView = Pick<BuildRequest, "readerGroups" | "withoutSpecs" | "marksRefused">;

export interface LiveSiteDeps {
  folder: string;
  cacheFolder: string;
  pool: RenderPool;
  /** The groups whose view of the site is shown, and the parts that are left out. */
  view?: PreviewView;
  onState(state: LiveState): void;
}

/** How long fetched remote API descriptions are reused, so that they aren't fetched again with every save. */
const remoteFreshSeconds = 600;
const fetchSpec = createSpecFetcher([]);
const fetchFile = createFileFetcher([]);

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
          limits: { buildSecondsMin: Number.POSITIVE_INFINITY },
          marksRefused: true,
          isPreview: true,
          fetchSpec,
          fetchFile,
          remoteFreshSeconds,
          ...view,
        },
      );
      await site.prune();
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
 * Editors create temporary files next to pages, so builds that change nothing are not reported. An error that remains
 * after a save is reported again.
 */
function isNothingNew(before: readonly BuildProblem[], after: readonly BuildProblem[]): boolean {
  const hasError = after.some((problem) => problem.severity === "error");
  return !hasError && before.map(describeProblem).join("\n") === after.map(describeProblem).join("\n");
}

/** Internal errors are shown to the writer too. The preview keeps the last successful build. */
function problemsOf(error: unknown): readonly BuildProblem[] {
  if (error instanceof BuildFailure) return error.problems;
  const message = error instanceof Error ? error.message : String(error);
  return [new BuildProblem(`Lectern could not build the site: ${message}`)];
}

const addressesMax = 50;
/** Files that a page shows or loads. Feeds and other machine-readable files don't count. */
const seenTypes = /^(?:image|font|video|audio)\/|^text\/(?:css|javascript)/;

/** The URLs of pages that look different; `all` if that can't be determined per page. */
function changedAddresses(before: SiteBuild, after: SiteBuild): string[] | "all" {
  const old = new Map(seenFiles(before).map((file) => [file.path, file.sha256]));
  const files = seenFiles(after);
  // Other pages link to added and removed pages, and a "not found" page may exist now.
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
