import { importCalls } from "../dashboard/imports/import-calls.ts";
import { structureCalls } from "../editor/structure-calls.ts";
import { textCalls } from "../editor/text-calls.ts";
import { answerCalls } from "../platform/calls/answer-calls.ts";
import { renderedCalls } from "../pull-requests/rendered/rendered-calls.ts";

// The program of the text processes.
answerCalls({ ...textCalls, ...structureCalls, ...renderedCalls, ...importCalls });
