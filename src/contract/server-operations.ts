import { TestResult } from "./audit-schemas.ts";
import { get, post } from "./dashboard-operation.ts";
import { ModelTestResult } from "./model-schemas.ts";
import type { Limit, Operation } from "./operation.ts";
import { ProviderAddress } from "./people-schemas.ts";
import {
  ModelChange,
  OrganizationSignInChange,
  OrganizationSignInShown,
  ProviderChange,
  RemovedSetting,
  ServerSettingsShown,
} from "./server-schemas.ts";

const tests: readonly Limit[] = [{ name: "setting-tests", by: "address", max: 30, windowSeconds: 600 }];

/** Settings of the server, for admins of its first organization, and single sign-on of each organization. */
export const serverOperations = {
  getServerSettings: get("session", "/server", { reply: ServerSettingsShown }),
  changeServerSignIn: post("session", "/server/sign-in", {
    body: ProviderChange,
    reply: ServerSettingsShown,
    hasStates: true,
  }),
  testServerSignIn: post("session", "/server/sign-in/test", {
    body: ProviderChange,
    reply: TestResult,
    limits: tests,
  }),
  changeServerModel: post("session", "/server/model", {
    body: ModelChange,
    reply: ServerSettingsShown,
    hasStates: true,
  }),
  testServerModel: post("session", "/server/model/test", {
    body: ModelChange,
    reply: ModelTestResult,
    limits: tests,
  }),
  testServerMail: post("session", "/server/mail/test", { reply: TestResult, limits: tests, hasStates: true }),
  removeServerSetting: post("session", "/server/remove", {
    body: RemovedSetting,
    reply: ServerSettingsShown,
    hasStates: true,
  }),
  linkProvider: post("session", "/me/provider", { reply: ProviderAddress, limits: tests }),
  getOrganizationSignIn: get("admin", "/organization/{organizationId}/sign-in", { reply: OrganizationSignInShown }),
  changeOrganizationSignIn: post("admin", "/organization/{organizationId}/sign-in", {
    body: OrganizationSignInChange,
    reply: OrganizationSignInShown,
    hasStates: true,
  }),
} as const satisfies Record<string, Operation>;
