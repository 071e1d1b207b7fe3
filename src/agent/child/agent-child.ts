import { lowerPriority } from "../../platform/lower-priority.ts";
import { agentLimits } from "../agent-limits.ts";

/** Entry point of the agent's process. Lowers its priority first because loading the rest is most of the work. */
lowerPriority(agentLimits.childNiceness);
await import("./answer-calls.ts");
