import { stepBack } from "../../platform/step-back.ts";
import { agentLimits } from "../agent-limits.ts";

/** The program of the process in which the agent works. To load the rest of it is most of its work, so it steps back first. */
stepBack(agentLimits.childNiceness);
await import("./answer-calls.ts");
