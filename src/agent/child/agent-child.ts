import { answerCalls } from "../../platform/calls/answer-calls.ts";
import { lowerPriority } from "../../platform/lower-priority.ts";
import { agentLimits } from "../agent-limits.ts";

/**
 * The entry point of the agent's process. It lowers its priority first, because loading the other modules is most of
 * its work.
 */
lowerPriority(agentLimits.childNiceness);
const { agentCalls } = await import("./agent-calls.ts");
answerCalls(agentCalls);
