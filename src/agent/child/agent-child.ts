import { stepBack } from "../../platform/step-back.ts";
import { agentLimits } from "../agent-limits.ts";

/** Entry point of the agent's process. Lowers its priority first because loading the rest is most of the work. */
stepBack(agentLimits.childNiceness);
await import("./answer-calls.ts");
