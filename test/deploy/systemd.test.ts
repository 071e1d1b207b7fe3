import { expect, test } from "vitest";
import { deploymentFiles, readText } from "./deployment-files.ts";

/**
 * Settings that `systemd-analyze security` recommends. MemoryDenyWriteExecute is left out, because V8 compiles
 * JavaScript into memory that is both writable and executable.
 */
const hardening = {
  UMask: "0077",
  NoNewPrivileges: "yes",
  CapabilityBoundingSet: "",
  AmbientCapabilities: "",
  ProtectSystem: "strict",
  ProtectHome: "yes",
  PrivateTmp: "yes",
  PrivateDevices: "yes",
  ProtectClock: "yes",
  ProtectControlGroups: "yes",
  ProtectHostname: "yes",
  ProtectKernelLogs: "yes",
  ProtectKernelModules: "yes",
  ProtectKernelTunables: "yes",
  ProtectProc: "invisible",
  RemoveIPC: "yes",
  RestrictAddressFamilies: "AF_INET AF_INET6 AF_UNIX AF_NETLINK",
  RestrictRealtime: "yes",
  RestrictSUIDSGID: "yes",
  LockPersonality: "yes",
  SystemCallArchitectures: "native",
  SystemCallErrorNumber: "EPERM",
};

const known = [
  ...["Type", "ExecStart", "User", "Group", "EnvironmentFile", "Environment", "WorkingDirectory", "StateDirectory"],
  ...[
    "StateDirectoryMode",
    "Restart",
    "RestartSec",
    "KillMode",
    "TimeoutStopSec",
    "RestrictNamespaces",
    "SystemCallFilter",
  ],
  ...Object.keys(hardening),
];

const units = deploymentFiles.filter((path) => path.endsWith(".service"));

test.each(units)("%s is hardened and has only known directives, each once", (path) => {
  const sections = readText(path).split(/^\[(\w+)\]$/m);
  expect(sections.filter((_text, at) => at % 2 === 1)).toEqual(["Unit", "Service", "Install"]);
  const lines = (sections[4] ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const directives = lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
  const names = directives.map(([name]) => name);
  expect(names.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.fromEntries(directives)).toMatchObject({ ...hardening, User: "lectern", Restart: "on-failure" });
});

test("there is a unit for the whole server, for the API and for workers", () => {
  const commands = units.map((path) => /^ExecStart=\/opt\/lectern\/bin\/lectern (\w+)$/m.exec(readText(path))?.[1]);
  expect(commands.sort()).toEqual(["serve", "start", "worker"]);
});
