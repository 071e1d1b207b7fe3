import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import { packageFile } from "../../shared/packages.ts";
import type { SiteLimits } from "../../shared/site-limits.ts";
import type { EncodedRefusal, EngineRequest, ImportAnswer } from "./engine-messages.ts";
import { formatForEngine, formatMethods } from "./format-for-engine.ts";
import { prelude } from "./prelude.ts";
import { Exhausted, Refusal } from "./refusal.ts";

/** A JavaScript engine for the code of one page. */
export interface Engine {
  /** Sends a request to the prelude. If a script is given, it is compiled to the function that the request runs. */
  ask(request: EngineRequest, script?: Script): { done: unknown } | { refused: EncodedRefusal };
}

interface Script {
  code: string;
  /** The name of the script in error messages. */
  name: string;
}

/** Thrown if a page needs the engine before it is loaded. Few pages need it, so it is loaded on demand. */
export class EngineMissing extends Error {}

const packageName = "@jitl/quickjs-wasmfile-release-sync";
/** The engine counts calls and jumps. After this many, it asks whether it may continue. */
const stepsPerQuestion = 10_000;
const memoryBytesMax = 64 * 1024 * 1024;
/** About 700 nested calls. The stack of the process has room for several times as many. */
const stackBytesMax = 128 * 1024;

interface LoadedEngine {
  context: QuickJSContext;
  /** The function of the prelude that answers requests. */
  run: QuickJSHandle;
  memory: WebAssembly.Memory;
  /** The memory of the engine before any page has used it. */
  fresh: Uint8Array;
}

/** The functions that the engine calls for the page that is using it. */
interface EngineUser {
  mayGoOn(): boolean;
  followImport(scope: number, name: string): ImportAnswer;
}

let loaded: LoadedEngine | undefined;
let user: EngineUser | undefined;

/** Runs the work. If it turns out to need the engine, loads the engine and runs the work again. */
export async function withEngine<Result>(work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
  }
  await loadEngine();
  return work();
}

export async function loadEngine(): Promise<void> {
  if (loaded !== undefined) return;
  // biome-ignore lint/style/noProcessEnv: the engine takes the time zone from the process, and builds must not differ.
  process.env.TZ = "UTC";
  const folder = dirname(packageFile(`${packageName}/package.json`));
  const wasmModule = new WebAssembly.Module(readFileSync(join(folder, "dist/emscripten-module.wasm")));
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule }),
  );
  const runtime = engine.newRuntime({ memoryLimitBytes: memoryBytesMax, maxStackSizeBytes: stackBytesMax });
  runtime.setInterruptHandler(() => user?.mayGoOn() === false);
  const context = runtime.newContext();
  const run = startPrelude(context);
  const memory = engine.getWasmMemory();
  loaded = { context, run, memory, fresh: copyUsed(memory) };
}

function startPrelude(context: QuickJSContext): QuickJSHandle {
  const start = context.unwrapResult(context.evalCode(`(${prelude.toString()})`, "prelude"));
  const given = [
    context.newFunction("followImport", (scope, name) => {
      const answer = user?.followImport(context.getNumber(scope), context.getString(name));
      return context.newString(JSON.stringify(answer));
    }),
    context.newFunction("callHost", (request) => context.newString(formatForEngine(context.getString(request)))),
    context.newString(JSON.stringify(formatMethods)),
  ];
  const run = context.unwrapResult(context.callFunction(start, context.undefined, ...given));
  for (const handle of [start, ...given]) handle.dispose();
  return run;
}

/** A copy of the memory without the unused part at its end. */
function copyUsed({ buffer }: WebAssembly.Memory): Uint8Array {
  const numbers = new Int32Array(buffer);
  let end = numbers.length;
  while (end > 0 && numbers[end - 1] === 0) end -= 1;
  return new Uint8Array(buffer.slice(0, end * numbers.BYTES_PER_ELEMENT));
}

/**
 * Starts a fresh engine for a page. Its memory is reset to the state before the first page, so that pages can't see
 * each other's data. This is much cheaper than creating a new engine.
 */
export function openEngine(
  limits: SiteLimits,
  userGroups: readonly string[] | undefined,
  followImport: EngineUser["followImport"],
): Engine {
  if (loaded === undefined) throw new EngineMissing("the JavaScript engine is not loaded");
  const { context, run, memory, fresh } = loaded;
  new Uint8Array(memory.buffer).set(fresh);
  let questions = 0;
  let cpuUsed = 0;
  let cpuAtStart: number | undefined;
  let exhausted: Exhausted | undefined;
  let failure: { error: unknown } | undefined;

  const self: EngineUser = {
    mayGoOn() {
      questions += 1;
      exhausted ??= exceededLimit();
      return exhausted === undefined;
    },
    followImport(scope, name) {
      try {
        return followImport(scope, name);
      } catch (error) {
        if (error instanceof Refusal) return { refused: error.message, hint: error.hint };
        // An error of the host isn't caused by the author's code, so it is thrown later.
        failure ??= { error };
        return { refused: "it can't be imported", hint: "" };
      }
    },
  };
  user = self;

  function exceededLimit(): Exhausted | undefined {
    const { interpreterStepsMax: stepsMax, interpreterSecondsMax: secondsMax } = limits;
    if (questions * stepsPerQuestion > stepsMax) {
      return new Exhausted(`the components of this page take more than ${stepsMax} steps`);
    }
    // Counts the processor time of this process: a busy machine must not change the content of a page.
    const seconds = cpuUsed + cpuSeconds() - (cpuAtStart ?? 0);
    return seconds > secondsMax
      ? new Exhausted(`the components of this page take more than ${secondsMax} seconds`)
      : undefined;
  }

  function guarded<Result>(work: () => Result): Result {
    if (exhausted !== undefined) throw exhausted;
    if (user !== self) throw new Error("another page uses the engine");
    const isOutermost = cpuAtStart === undefined;
    cpuAtStart ??= cpuSeconds();
    try {
      return work();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // The stack of the process was too small for the engine, or the engine has a bug. It can't be used anymore.
      loaded = undefined;
      exhausted = new Exhausted("its code is nested too deeply, or it uses itself");
      throw exhausted;
    } finally {
      if (isOutermost) {
        cpuUsed += cpuSeconds() - cpuAtStart;
        cpuAtStart = undefined;
      }
    }
  }

  function ask(request: EngineRequest, script: Script | undefined): string {
    const work = script === undefined ? context.undefined : evaluate(script);
    const text = context.newString(JSON.stringify(request));
    const result = context.callFunction(run, context.undefined, text, work);
    text.dispose();
    work.dispose();
    if (result.error !== undefined) {
      result.error.dispose();
      throw exhausted ?? new Exhausted("it needs too much memory");
    }
    return result.value.consume((answer) => context.getString(answer));
  }

  function evaluate({ code, name }: Script): QuickJSHandle {
    const result = context.evalCode(code, name);
    if (result.error === undefined) return result.value;
    const { message } = result.error.consume((error) => context.dump(error));
    if (/memory|overflow/.test(message)) throw new Exhausted("its code is nested too deeply");
    throw new Refusal("it is not valid JavaScript");
  }

  const { interpreterOutputMax: outputMax, treeDepthMax } = limits;
  guarded(() => ask(["limit", outputMax, treeDepthMax, userGroups ?? null], undefined));
  return {
    ask(request, script) {
      const answer = guarded(() => ask(request, script));
      if (failure !== undefined) throw failure.error;
      return JSON.parse(answer);
    },
  };
}

function cpuSeconds(): number {
  const { user: own, system } = process.threadCpuUsage();
  return (own + system) / 1_000_000;
}
