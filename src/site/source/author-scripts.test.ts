import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { readAuthorScripts } from "./author-scripts.ts";

const files = {
  "one.js": `"use strict";
const name = "one"; // two.js has the same name
function plain() { return name; }
async function load() { return plain(); }
function* count() { yield name; }
throw new Error("the rest doesn't run");`,
  "two.js": `/*
async function name() isn't code
*/
const name = "two";`,
};

test("all functions of scripts are global, and their constants aren't", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-author-scripts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, code] of Object.entries(files)) writeFileSync(join(folder, path), code);
  const assets = Object.keys(files).map((path) => ({ path, size: 100 }));
  const limits = { scriptsMax: 10, scriptsBytesMax: 10_000 };
  const found = await readAuthorScripts({ folder, assets, imported: new Set(), limits, isAllowed: true });
  const page = createContext({});
  const errors = found.files.map(({ bytes }) => {
    try {
      return runInContext(`${bytes}; "done"`, page);
    } catch (error) {
      return String(error);
    }
  });
  expect(errors).toEqual(["Error: the rest doesn't run", "done"]);
  expect(await runInContext("Promise.all([plain(), load(), [...count()], typeof name])", page)).toEqual([
    "one",
    "one",
    ["one"],
    "undefined",
  ]);
});
