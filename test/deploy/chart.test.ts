import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { validate as deployment } from "kubernetes-models/_schemas/IoK8sApiAppsV1Deployment";
import { validate as autoscaler } from "kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler";
import { validate as configMap } from "kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap";
import { validate as service } from "kubernetes-models/_schemas/IoK8sApiCoreV1Service";
import { validate as serviceAccount } from "kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount";
import { validate as ingress } from "kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress";
import { validate as networkPolicy } from "kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy";
import { validate as disruptionBudget } from "kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readText, readYaml, root } from "./deployment-files.ts";
import { type RenderedObject, renderChart } from "./render-chart.ts";

const folder = join(root, "deploy/helm/lectern");
const samples = readdirSync(join(folder, "ci")).map((name) => {
  const values = parse(readFileSync(join(folder, "ci", name), "utf8")) as Record<string, unknown>;
  return { name, values, objects: renderChart(folder, values) };
});

/** The kinds that the chart may create, with Kubernetes' own schemas. */
const kinds: Record<string, { (value: unknown): boolean; errors?: unknown }> = {
  "apps/v1 Deployment": deployment,
  "autoscaling/v2 HorizontalPodAutoscaler": autoscaler,
  "networking.k8s.io/v1 Ingress": ingress,
  "networking.k8s.io/v1 NetworkPolicy": networkPolicy,
  "policy/v1 PodDisruptionBudget": disruptionBudget,
  "v1 ConfigMap": configMap,
  "v1 Service": service,
  "v1 ServiceAccount": serviceAccount,
};

test.each(samples)("with $name, every object is valid for Kubernetes", ({ objects }) => {
  for (const object of objects) {
    const validate = kinds[`${object.apiVersion} ${object.kind}`];
    if (validate === undefined) throw new Error(`An unexpected ${object.apiVersion} ${object.kind}`);
    expect(
      unreadFields(object, (watched) => expect(validate(watched), JSON.stringify(validate.errors)).toBe(true)),
    ).toEqual([]);
  }
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

test("a field that Kubernetes doesn't know is noticed", () => {
  const wrong = { apiVersion: "v1", kind: "Service", spec: { ports: [{ port: 80, targetprt: "http" }] } };
  expect(unreadFields(wrong, (watched) => service(watched))).toEqual(["spec.ports.0.targetprt"]);
});

/** The schemas allow unknown fields but never read them, so unread fields are unknown to Kubernetes. */
function unreadFields(object: object, validate: (watched: unknown) => void): string[] {
  const read = new Set<string>();
  const paths: string[] = [];
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value !== "object" || value === null) return value;
    for (const key of Object.keys(value)) paths.push(`${path}${key}`);
    const inner = Object.entries(value).map(([key, field]) => [key, watch(field, `${path}${key}.`)]);
    const copy: object = Array.isArray(value) ? inner.map(([, field]) => field) : Object.fromEntries(inner);
    return new Proxy(copy, {
      get(target, key) {
        read.add(`${path}${String(key)}`);
        return Reflect.get(target, key);
      },
    });
  };
  validate(watch(object, ""));
  return paths.filter((path) => !read.has(path));
}

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
