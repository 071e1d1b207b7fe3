import { durations } from "./durations.ts";

/**
 * The long tests that a change has to pass, by the folder or file that it touches. A change in a subfolder belongs to
 * its parents too.
 */
export const longFilesOf: Readonly<Record<string, readonly string[]>> = {
  Dockerfile: ["test/package/dockerfile-steps.long.test.ts"],
  deploy: ["test/deploy/continuous-integration.long.test.ts", "test/telemetry/telemetry.long.test.ts"],
  docs: ["test/package/client.long.test.ts"],
  "package-lock.json": ["test/package/package.long.test.ts"],
  scripts: ["test/package/package.long.test.ts"],
  "src/accounts": ["test/security/matrix/operations.long.test.ts", "test/dashboard/security.browser.long.test.ts"],
  "src/agent": ["test/agent/whole-job.browser.long.test.ts"],
  "src/app": ["test/telemetry/telemetry.long.test.ts", "test/package/dockerfile-steps.long.test.ts"],
  "src/cli": [
    "test/cli/api-commands.long.test.ts",
    "test/cli/backup-server.long.test.ts",
    "test/cli/backup.long.test.ts",
    "test/cli/move.long.test.ts",
  ],
  "src/client": ["test/package/client.long.test.ts"],
  "src/contract": ["test/contract/fuzz.long.test.ts", "test/contract/malformed.long.test.ts"],
  "src/editor": [
    "test/editor/whole.browser.long.test.ts",
    "test/editor/live-corpus.long.test.ts",
    "test/editor/hostile-texts.long.test.ts",
  ],
  "src/editor/live": ["src/editor/live/hostile-updates.long.test.ts", "test/editor/live-faults.long.test.ts"],
  "src/git": ["test/updates/several-nodes.long.test.ts"],
  "src/git-host": ["test/updates/several-nodes.long.test.ts"],
  "src/http": [
    "test/contract/fuzz.long.test.ts",
    "test/contract/malformed.long.test.ts",
    "test/security/matrix/operations.long.test.ts",
  ],
  "src/keys": ["test/security/matrix/operations.long.test.ts"],
  "src/platform/artifacts": [
    "src/platform/artifacts/folder.long.test.ts",
    "test/updates/kill/folder.long.test.ts",
    "test/updates/outage.long.test.ts",
  ],
  "src/platform/db": [
    "test/database/outage.long.test.ts",
    "test/database/pooler.long.test.ts",
    "test/cli/backup.long.test.ts",
    "test/cli/move.long.test.ts",
  ],
  "src/platform/queue": ["src/platform/queue/run-job.long.test.ts"],
  "src/platform/tracing": ["test/telemetry/telemetry.long.test.ts"],
  "src/projects": ["test/security/matrix/operations.long.test.ts", "test/updates/several-nodes.long.test.ts"],
  "src/pull-requests": ["test/dashboard/pull-requests.browser.long.test.ts"],
  "src/search": ["test/search/relevance.long.test.ts"],
  "src/screenshot": ["src/screenshot/take-screenshots.browser.long.test.ts"],
  "src/site/api": ["test/site/hostile-specs.long.test.ts"],
  "src/site/outputs": ["test/site/markdown-of-projects.long.test.ts", "test/site/social-cards.long.test.ts"],
  "src/site/page": [
    "test/site/hostile.long.test.ts",
    "test/site/injection.browser.long.test.ts",
    "test/site/interpreter-bounds.long.test.ts",
    "test/site/markdown-of-projects.long.test.ts",
  ],
  "src/site/pipeline": ["test/site/corpora.long.test.ts", "test/site/incremental-equals-cold.long.test.ts"],
  "src/site/source": [
    "test/security/ignore-rules.long.test.ts",
    "test/site/corpora.long.test.ts",
    "test/site/hostile-schemas.long.test.ts",
    "test/site/hostile.long.test.ts",
  ],
  "src/site/theme": [
    "test/site/browser/accessibility.browser.long.test.ts",
    "test/site/browser/themes.browser.long.test.ts",
    "test/site/browser/weight.browser.long.test.ts",
  ],
  "src/updates": [
    "test/updates/hostile.long.test.ts",
    "test/updates/kill/folder.long.test.ts",
    "test/updates/outage.long.test.ts",
    "test/updates/several-nodes.long.test.ts",
  ],
  "src/visitors": ["test/security/hostile-site.browser.long.test.ts"],
  "test/package": ["test/package/package.long.test.ts"],
  "web/dashboard": [
    "test/dashboard/security.browser.long.test.ts",
    "test/security/dashboard-payloads.browser.long.test.ts",
  ],
  "web/dashboard/editor": [
    "test/editor/document-round-trip.long.test.ts",
    "test/editor/editing-traces.long.test.ts",
    "test/editor/whole.browser.long.test.ts",
  ],
  "web/dashboard/pulls": ["test/dashboard/pull-requests.browser.long.test.ts"],
  "web/site": [
    "test/security/payloads.browser.long.test.ts",
    "test/site/browser/accessibility.browser.long.test.ts",
    "test/site/browser/weight.browser.long.test.ts",
  ],
};

/** Tests that take more than five minutes, or kill processes over and over: only the nightly run and releases wait for them. */
export const nightlyFiles: readonly string[] = [
  "test/agent/automation-kill.long.test.ts",
  "test/agent/interrupted-job.long.test.ts",
  "test/app/rolling-upgrade.long.test.ts",
  "test/dashboard/first-hour.browser.long.test.ts",
  "test/database/operations-at-once.long.test.ts",
  "test/editor/typing.browser.long.test.ts",
  "test/faults/fault-run.long.test.ts",
  "test/faults/queue-kill.long.test.ts",
  "test/security/one-message/one-message.long.test.ts",
  "test/site/nothing-is-lost.long.test.ts",
  "test/updates/injection.browser.long.test.ts",
  "test/updates/kill/postgres.long.test.ts",
  "test/updates/kill/sqlite.long.test.ts",
];

/** Run when nobody knows what changed, for example in a checkout of a single commit. */
export const longFilesOfAnyChange: readonly string[] = [
  "src/platform/queue/run-job.long.test.ts",
  "test/cli/backup.long.test.ts",
  "test/contract/fuzz.long.test.ts",
  "test/security/matrix/operations.long.test.ts",
  "test/site/interpreter-bounds.long.test.ts",
  "test/updates/hostile.long.test.ts",
];

/** On two cores, the seconds of three workers pass in about a third of the time. */
const secondsMax = 1_000;
const unmeasuredSeconds = 60;

export interface ChosenFiles {
  chosen: string[];
  /** For the nightly run, because all of them together would take too long. */
  left: string[];
}

/** The long files of the changed paths, and then other files that run on PostgreSQL only in the long run. */
export function chooseFiles(changed: readonly string[], onPostgres: readonly string[]): ChosenFiles {
  const changes = new Map<string, number>();
  const count = (file: string, by: number) => changes.set(file, (changes.get(file) ?? 0) + by);
  for (const path of changed) {
    for (const [folder, files] of Object.entries(longFilesOf)) {
      if (path === folder || path.startsWith(`${folder}/`)) for (const file of files) count(file, 1);
    }
    // A test that changed itself comes before all others.
    if (isLong(path)) count(path, changed.length);
  }
  const longFiles = [...changes].toSorted(([a, one], [b, other]) => other - one || secondsOf(a) - secondsOf(b));
  const features = new Set(changed.map(featureOf));
  const others = onPostgres.filter((file) => features.has(featureOf(file)));
  const chosen: string[] = [];
  const left: string[] = [];
  let seconds = 0;
  for (const file of [...longFiles.map(([name]) => name), ...others]) {
    const fits = seconds + secondsOf(file) <= secondsMax;
    if (fits) seconds += secondsOf(file);
    (fits ? chosen : left).push(file);
  }
  return { chosen, left };
}

function isLong(path: string): boolean {
  return Object.values(longFilesOf).some((files) => files.includes(path));
}

/** `src/updates/steps/fetch-source.ts` and `test/updates/batch.test.ts` are of one feature; `src/platform` has several. */
function featureOf(path: string): string {
  const [, feature = "", part = ""] = path.split("/");
  return feature === "platform" ? part : feature;
}

function secondsOf(file: string): number {
  return durations[file] ?? (file.endsWith(".long.test.ts") ? unmeasuredSeconds : 2);
}
