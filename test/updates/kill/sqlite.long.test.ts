import { describe, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { killEverything } from "./kill-suite.ts";

vi.setConfig(slow);

describe("on sqlite", () => killEverything("sqlite"));
