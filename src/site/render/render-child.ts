import { enableCompileCache } from "../../platform/compile-cache.ts";

enableCompileCache();
const { runTask } = await import("./run-task.ts");
const { serveTasks } = await import("./serve-tasks.ts");

serveTasks(runTask);
