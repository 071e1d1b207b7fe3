import { expect, test } from "vitest";
import { stepsOf } from "./ci-snippets.ts";
import { readText, readYaml } from "./deployment-files.ts";

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  shell?: string;
}

interface Workflow {
  on: object;
  permissions: object;
  jobs: Record<string, { permissions: object; steps: Step[] }>;
}

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs?: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

const workflowFile = "deploy/github/docs.yml";
const workflow = readYaml<Workflow>(workflowFile);
const actions = ["check", "preview"].map((name) => {
  const path = `deploy/github/${name}/action.yml`;
  return { name, path, action: readYaml<Action>(path) };
});

/** The keys that GitHub knows, at the places that our files use. */
const workflowKeys = ["name", "on", "permissions", "jobs"];
const jobKeys = ["runs-on", "timeout-minutes", "permissions", "if", "concurrency", "steps"];
const stepKeys = ["id", "name", "if", "uses", "with", "run", "shell", "env"];
const actionKeys = ["name", "description", "inputs", "outputs", "runs"];
const inputKeys = ["description", "required", "default"];

const unknownKeys = (value: object, known: readonly string[]) =>
  Object.keys(value).filter((key) => !known.includes(key));

test("the workflow and the actions use only keys that GitHub knows, and each step either runs or uses something", () => {
  const jobs = Object.values(workflow.jobs);
  expect(unknownKeys(workflow, workflowKeys)).toEqual([]);
  expect(Object.keys(workflow.on)).toEqual(["pull_request"]);
  expect(jobs.flatMap((job) => unknownKeys(job, jobKeys))).toEqual([]);
  for (const { action } of actions) {
    expect(unknownKeys(action, actionKeys)).toEqual([]);
    expect(Object.values(action.inputs).flatMap((input) => unknownKeys(input, inputKeys))).toEqual([]);
    expect(action.runs).toMatchObject({ using: "composite" });
  }
  for (const step of [...jobs, ...actions.map(({ action }) => action.runs)].flatMap(({ steps }) => steps)) {
    expect(unknownKeys(step, stepKeys)).toEqual([]);
    expect([
      step.run !== undefined,
      step.shell !== undefined,
      step.with === undefined || step.uses !== undefined,
    ]).toEqual(step.uses === undefined ? [true, true, true] : [false, false, true]);
  }
});

test("the workflow passes each action exactly inputs that it has, and all that it requires", () => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  for (const { name, action } of actions) {
    const step = steps.find(({ uses }) => uses === `./.github/actions/lectern-${name}`);
    const given = Object.keys(step?.with ?? {});
    const required = Object.entries(action.inputs).filter(([, input]) => input.required === true);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given));
    expect(given).toEqual(expect.arrayContaining(required.map(([input]) => input)));
  }
});

test("every expression reads something that exists", () => {
  const readable =
    /^(?:github\.(?:token|head_ref|repository|event\.pull_request\.head\.repo\.full_name)|(?:vars|secrets)\.[A-Z_]+)$/;
  for (const { path, inputs, steps } of [
    { path: workflowFile, inputs: [], steps: [] },
    ...actions.map(({ path, action }) => ({
      path,
      inputs: Object.keys(action.inputs),
      steps: action.runs.steps.flatMap(({ id }) => (id === undefined ? [] : [id])),
    })),
  ]) {
    const text = readText(path);
    const known = [...inputs.map((input) => `inputs.${input}`), ...steps.map((step) => `steps.${step}.outputs.url`)];
    const expressions = [...text.matchAll(/\$\{\{(.*?)\}\}|^\s+if: (?!\$)(.*)$/gm)].map(
      ([, one, two]) => one ?? two ?? "",
    );
    const read = expressions.flatMap(
      (expression) => expression.replaceAll(/'[^']*'/g, "").match(/[a-z]\w*(?:\.[\w-]+)+/g) ?? [],
    );
    expect(read.length).toBeGreaterThan(1);
    expect(read.filter((name) => !readable.test(name) && !known.includes(name))).toEqual([]);
    expect(text.split("${{").length).toBe(text.split("}}").length);
  }
});

test("no input and no text chosen by a pull request's author is inserted into a script", () => {
  for (const name of ["check", "preview"]) {
    for (const { run: script = "" } of stepsOf(`deploy/github/${name}/action.yml`).values()) {
      expect(script).not.toContain("${{");
    }
  }
});

test("the workflow's jobs get no more permissions than they need", () => {
  const { permissions, jobs } = readYaml<{ permissions: object; jobs: Record<string, { permissions: object }> }>(
    "deploy/github/docs.yml",
  );
  expect(permissions).toEqual({});
  expect(jobs.check?.permissions).toEqual({ contents: "read" });
  expect(jobs.preview?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
});
