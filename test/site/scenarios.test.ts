import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PreviewView } from "../../src/dev-server/live-site.ts";
import type { BuildRequest } from "../../src/site/pipeline/build-request.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { BuildFailure, describeProblem } from "../../src/site/shared/build-problem.ts";
import type { PolicySources } from "../../src/site/shared/policy-sources.ts";
import type { Redirect } from "../../src/site/source/redirects.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The expected result of a scenario. `problems: ["*"]` accepts any problems. */
interface Expected {
  /** The URL the site is built for. */
  address?: string;
  /** Options of the build, such as the groups of a preview's visitor. */
  view?: PreviewView & Pick<BuildRequest, "withAuthorCode" | "isPreview">;
  /** Parts of the site's content security policy. */
  policy?: Partial<PolicySources>;
  files?: Record<string, { includes?: string[]; excludes?: string[]; text?: string[] }>;
  absent?: string[];
  problems?: string[];
  failed?: string[];
  failure?: string[];
  redirects?: Redirect[];
}

const folder = join(import.meta.dirname, "scenarios");
let pool: RenderPool;

beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

for (const name of readdirSync(folder)) {
  test(`scenario ${name} is built as expected`, async () => {
    const expected = JSON.parse(readFileSync(join(folder, name, "expected.json"), "utf8")) as Expected;
    const building = build(join(folder, name, "project"), expected);
    if (expected.failure !== undefined) return expectFailure(building, expected.failure);
    const site = await building;
    expect(site.pages.filter((page) => page.hasFailed).map((page) => page.file)).toEqual(expected.failed ?? []);
    for (const [path, { includes = [], excludes = [], text: lines }] of Object.entries(expected.files ?? {})) {
      const pattern = new RegExp(`^${path.split("*").map(escapeForPattern).join("[^/]+")}$`);
      const file = site.files.find((candidate) => pattern.test(candidate.path));
      expect(file, path).toBeDefined();
      const text = (await file?.load())?.bytes.toString() ?? "";
      if (lines !== undefined) expect(text).toBe(lines.join("\n"));
      for (const part of includes) expect(text).toContain(part);
      for (const part of excludes) expect(text).not.toContain(part);
    }
    const paths = site.files.map((file) => file.path);
    for (const path of expected.absent ?? []) expect(paths).not.toContain(path);
    if (expected.policy !== undefined) expect(site.policy).toMatchObject(expected.policy);
    if (expected.redirects !== undefined) expect(site.redirects).toEqual(expected.redirects);
    const problems = site.problems.map(describeProblem);
    if (expected.problems?.[0] !== "*") expect(problems.toSorted()).toEqual(expected.problems?.toSorted());
  });
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[.+?()[\]{}|\\^$]/g, "\\$&");
}

function build(project: string, { address, view = {} }: Expected) {
  return buildSite(
    { pool },
    {
      folder: project,
      cacheFolder: temporaryFolder(),
      signal: new AbortController().signal,
      onLine: () => undefined,
      ...view,
      ...(address === undefined ? {} : { addresses: { own: address, main: address } }),
    },
  );
}

async function expectFailure(building: Promise<unknown>, texts: string[]): Promise<void> {
  const failure = await building.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(BuildFailure);
  const problems = failure instanceof BuildFailure ? failure.problems.map(describeProblem) : [];
  expect(problems.length).toBe(texts.length);
  for (const [index, text] of texts.entries()) expect(problems[index]).toContain(text);
}
