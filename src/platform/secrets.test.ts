import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSecrets } from "./secrets.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a sealed secret opens to the original and differs each time it is sealed", () => {
  const secrets = openSecrets({ keys: ["one"], dataFolder: "unused" });
  expect(secrets.open(secrets.seal("tökén"))).toBe("tökén");
  expect(secrets.seal("token")).not.toBe(secrets.seal("token"));
  expect(secrets.seal("token")).not.toContain("token");
});

test("after a rotation the old key still opens secrets, which are reported as old", () => {
  const sealed = openSecrets({ keys: ["old"], dataFolder: "unused" }).seal("token");
  const rotated = openSecrets({ keys: ["new", "old"], dataFolder: "unused" });
  expect(rotated.open(sealed)).toBe("token");
  expect(rotated.isOld(sealed)).toBe(true);
  expect(rotated.isOld(rotated.seal("token"))).toBe(false);
});

test("a text that was sealed for one purpose opens for no other", () => {
  const secrets = openSecrets({ keys: ["one"], dataFolder: "unused" });
  const sealed = secrets.seal("text", "known_browser");
  expect(secrets.open(sealed, "known_browser")).toBe("text");
  for (const other of [undefined, "oauth_state"]) expect(() => secrets.open(sealed, other)).toThrow();
  expect(() => secrets.open(secrets.seal("token"), "known_browser")).toThrow();
});

test("a tampered secret does not open", () => {
  const secrets = openSecrets({ keys: ["one"], dataFolder: "unused" });
  const sealed = secrets.seal("token");
  const middle = Math.floor(sealed.length / 2);
  const tampered = sealed.slice(0, middle) + (sealed[middle] === "A" ? "B" : "A") + sealed.slice(middle + 1);
  expect(() => secrets.open(tampered)).toThrow();
});

test("without a setting the key is created once, readable by its owner only", () => {
  const dataFolder = createFolder();
  const sealed = openSecrets({ keys: [], dataFolder }).seal("token");
  expect(openSecrets({ keys: [], dataFolder }).open(sealed)).toBe("token");
  expect(statSync(join(dataFolder, "secret.key")).mode & 0o777).toBe(0o600);
});

test("a truncated key file is an error, not a weak key", () => {
  const dataFolder = createFolder();
  writeFileSync(join(dataFolder, "secret.key"), "short");
  expect(() => openSecrets({ keys: [], dataFolder })).toThrow(/damaged/);
});
