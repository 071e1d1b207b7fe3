import { createTextProcesses } from "../../src/app/text-processes.ts";

/** The text processes of all tests in a file. They end with the test's process. */
export const textProcesses = createTextProcesses();
