import { describe } from "vitest";
import { killEverything } from "./kill-suite.ts";

describe("on sqlite", () => killEverything("sqlite"));
