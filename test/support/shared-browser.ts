import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findBrowser } from "../../src/screenshot/find-browser.ts";
import { browserArguments, launchSecondsMax } from "./launch-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the browser that all browser tests share. */
    browserEndpoint: string;
  }
}

/** Starts one browser for all test files; each test opens its own contexts in it. */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const reasons: string[] = [];
  const found = await findBrowser({
    launchSecondsMax,
    onPassedOver: (name, { message }) => reasons.push(`${name}: ${message}`),
  });
  if (found === undefined) {
    throw new Error(`The browser on this machine doesn't start. ${reasons.join(" ")}`);
  }
  const { executable, variables } = found;
  const server = await chromium.launchServer({
    executablePath: executable,
    env: { ...variables },
    args: browserArguments,
    timeout: launchSecondsMax * 1_000,
  });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
