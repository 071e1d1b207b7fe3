import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readText, readYaml, root } from "./deployment-files.ts";
import { wrongFields } from "./kubernetes-fields.ts";
import { type RenderedObject, renderChart } from "./render-chart.ts";

const folder = join(root, "deploy/helm/lectern");
const samples = readdirSync(join(folder, "ci")).map((name) => {
  const values = parse(readFileSync(join(folder, "ci", name), "utf8")) as Record<string, unknown>;
  return { name, values, objects: renderChart(folder, values) };
});

test.each(samples)("with $name, every object is valid for Kubernetes", ({ objects }) => {
  expect(objects.flatMap(wrongFields)).toEqual([]);
  const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  expect(new Set(names).size).toBe(names.length);
});

test.each(samples)("the values of $name, and the defaults, match the chart's own schema", ({ values }) => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(
    JSON.parse(readText("deploy/helm/lectern/values.schema.json")),
  );
  for (const checked of [values, readYaml("deploy/helm/lectern/values.yaml")]) {
    validate(checked);
    expect(validate.errors).toBe(null);
  }
  expect(validate({ settings: { DATABASE_URL: "postgres://secret" } })).toBe(false);
  expect(validate({ setings: {} })).toBe(false);
});

test("a field that Kubernetes doesn't know, one that is missing and a wrong value are noticed", () => {
  const metadata = { name: "x", annotations: { team: 7 } };
  const spec = { ports: [{ targetprt: "http" }], type: "Cluster", selector: [] };
  expect(wrongFields(Object.assign({ apiVersion: "v1", kind: "Service", metadata, spec }))).toEqual([
    "Service.metadata.annotations isn't of the type map",
    "Service.spec.ports.0.port is missing",
    "Service.spec.ports.0.targetprt is unknown",
    "Service.spec.type isn't one of ClusterIP, NodePort, LoadBalancer",
    "Service.spec.selector isn't of the type map",
  ]);
  expect(wrongFields({ apiVersion: "v1", kind: "Secret" })).toEqual(["an unexpected v1 Secret"]);
});

interface Pod {
  replicas?: number;
  selector: { matchLabels: Record<string, string> };
  template: {
    metadata: { labels: Record<string, string> };
    spec: {
      securityContext: object;
      terminationGracePeriodSeconds: number;
      containers: {
        args: string[];
        ports: { name: string; containerPort: number }[];
        env: { name: string; value: string }[];
        envFrom: object[];
        securityContext: object;
        [probe: string]: unknown;
      }[];
    };
  };
}

const deploymentsOf = (objects: RenderedObject[]) =>
  objects.filter(({ kind }) => kind === "Deployment").map(({ spec }) => spec as Pod);

test.each(samples)("with $name, pods run without privileges and are probed on their own port", ({ objects }) => {
  const deployments = deploymentsOf(objects);
  expect(deployments.map(({ template }) => template.spec.containers[0]?.args)).toEqual([["serve"], ["worker"]]);
  for (const { template, selector } of deployments) {
    const { containers, securityContext, terminationGracePeriodSeconds } = template.spec;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(terminationGracePeriodSeconds).toBeGreaterThan(25);
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      const [port] = container.ports;
      const listening = container.env.filter(({ name }) => /PORT$/.test(name));
      expect(listening.map(({ value }) => value)).toEqual([String(port?.containerPort)]);
      expect(container.envFrom).toContainEqual({ secretRef: { name: "lectern" } });
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: "/healthz", port: port?.name } },
        livenessProbe: { httpGet: { path: "/healthz", port: port?.name } },
        readinessProbe: { httpGet: { path: "/readyz", port: port?.name } },
      });
    }
  }
});

test("with autoscaling, the number of pods is left to the autoscaler", () => {
  const scaled = samples.find(({ name }) => name === "everything.yaml")?.objects ?? [];
  const fixed = samples.find(({ name }) => name === "without-policy.yaml")?.objects ?? [];
  expect(deploymentsOf(scaled).map(({ replicas }) => replicas)).toEqual([undefined, undefined]);
  expect(deploymentsOf(fixed).map(({ replicas }) => replicas)).toEqual([2, 5]);
  const has = (objects: RenderedObject[], wanted: string) => objects.some(({ kind }) => kind === wanted);
  expect([has(scaled, "HorizontalPodAutoscaler"), has(fixed, "HorizontalPodAutoscaler")]).toEqual([true, false]);
  expect([has(scaled, "NetworkPolicy"), has(fixed, "NetworkPolicy")]).toEqual([true, false]);
});

test.each(["url", "siteHost", "artifacts", "existingSecret"])("without %s, the chart says what is missing", (name) => {
  const values = { url: "https://a.test", siteHost: "b.test", artifacts: "s3://bucket", existingSecret: "secret" };
  expect(() => renderChart(folder, { ...values, [name]: "" })).toThrow(name);
});
