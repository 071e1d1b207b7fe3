import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { readText, readYaml } from "./deployment-files.ts";

interface Service {
  image?: string;
  command?: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  volumes?: string[];
  networks?: string[];
  depends_on?: string[] | Record<string, unknown>;
  environment?: Record<string, string>;
  deploy?: { replicas: number };
}

interface Compose {
  services: Record<string, Service>;
  networks?: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  volumes?: Record<string, unknown>;
}

const files = ["compose.yaml", "compose.scale.yaml"].map((path) => [path, readYaml<Compose>(path)] as const);

test.each(files)("%s follows the Compose Specification", (_path, compose) => {
  const { $schema: _draft, ...schema } = JSON.parse(readText("test/deploy/schemas/compose-spec.json"));
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  validate(compose);
  expect(validate.errors).toBe(null);
});

test.each(files)("in %s, no service can write to its image or gain privileges", (_path, { services }) => {
  for (const [name, service] of Object.entries(services)) {
    expect({ name, ...service }).toMatchObject({
      name,
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  }
});

test.each(files)("in %s, everything that a service refers to is defined", (_path, { services, networks, volumes }) => {
  for (const service of Object.values(services)) {
    const named = (service.volumes ?? [])
      .map((volume) => volume.split(":", 1)[0] ?? "")
      .filter((name) => /^\w/.test(name));
    expect(Object.keys(volumes ?? {})).toEqual(expect.arrayContaining(named));
    expect(Object.keys(networks ?? {})).toEqual(expect.arrayContaining(service.networks ?? []));
    const before = service.depends_on ?? [];
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Array.isArray(before) ? before : Object.keys(before)));
  }
});

test("the scaled setup has two API nodes and two workers with the same settings", () => {
  const { services, networks } = readYaml<Compose>("compose.scale.yaml");
  const { api, worker } = services;
  expect([api?.command, api?.deploy]).toEqual([["serve"], { replicas: 2 }]);
  expect([worker?.command, worker?.deploy]).toEqual([["worker"], { replicas: 2 }]);
  expect(worker?.environment).toEqual({ ...api?.environment, LECTERN_WORKER_PORT: "3001" });
  expect(api?.environment?.LECTERN_TRUSTED_PROXIES).toBe(networks?.front?.ipam?.config[0]?.subnet);
  // The network contains only the proxy and its nodes: any other service in it could forge client addresses.
  const inFront = Object.entries(services).filter(([, service]) => service.networks?.includes("front"));
  expect(inFront.map(([name]) => name)).toEqual(["api", "proxy"]);
});
