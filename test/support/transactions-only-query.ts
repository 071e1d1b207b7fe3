import { AsyncLocalStorage } from "node:async_hooks";
import childProcess from "node:child_process";
import dns from "node:dns/promises";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { TransactionBuilder } from "kysely";
import { afterEach, expect } from "vitest";

/**
 * Work with files, processes and the network takes long, and a transaction holds locks; on SQLite, it holds the whole
 * database. After a conflict it is also repeated. Every test fails if one of its transactions does such work.
 */
interface Watch {
  found: string[];
}

// Files that share a worker share its modules, but not this one.
const watch = Symbol.for("lectern.transactions");
const installed = globalThis as { [watch]?: Watch };
installed[watch] ??= startWatching();
export const { found } = installed[watch];

afterEach(() => {
  expect(found.splice(0), "work with files, processes or the network in a transaction").toEqual([]);
});

function startWatching(): Watch {
  const found: string[] = [];
  const current = new AsyncLocalStorage<{ isOpen: boolean }>();
  const execute = TransactionBuilder.prototype.execute;
  TransactionBuilder.prototype.execute = function (work) {
    // A snapshot only reads, and backups write what they read to a file.
    if (new Error().stack?.includes("Object.snapshot")) return execute.call(this, work) as never;
    return execute.call(this, async (tx) => {
      const transaction = { isOpen: true };
      // What the work starts may go on after it.
      return current.run(transaction, () => work(tx)).finally(() => (transaction.isOpen = false));
    }) as never;
  };
  const requests = ["request", "get", "fetch"];
  for (const module of [fs, fs.promises, childProcess, dns, http, https, globalThis]) {
    const isOfNetwork = module === http || module === https || module === globalThis;
    for (const name of isOfNetwork ? requests : Object.keys(module)) {
      const original = Reflect.get(module, name);
      if (typeof original !== "function") continue;
      const watched = new Proxy(original, {
        apply(target, self, given) {
          // The words of English are a part of the program, which is loaded when it is needed first.
          if (current.getStore()?.isOpen && !new Error().stack?.includes("openWordVectors")) {
            const places = new Error().stack?.match(/\/(?:src|test)\/.*/g)?.slice(1) ?? [];
            found.push([name, ...places].join("\n"));
          }
          return Reflect.apply(target, self, given);
        },
      });
      Reflect.set(module, name, watched);
    }
  }
  syncBuiltinESMExports();
  return { found };
}
