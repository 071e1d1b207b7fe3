import { keepCompiledCode, writeCompiledCode } from "../../platform/compile-cache.ts";

keepCompiledCode();
const { runTask } = await import("./run-task.ts");
const { serveTasks } = await import("./serve-tasks.ts");

serveTasks(runTask, { onFirstRest: writeCompiledCode });
