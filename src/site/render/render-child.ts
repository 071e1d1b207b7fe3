import { useCompileCache } from "../../platform/compile-cache.ts";

useCompileCache();
const { runTask } = await import("./run-task.ts");
const { serveTasks } = await import("./serve-tasks.ts");

serveTasks(runTask);
