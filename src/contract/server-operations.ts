import Type from "typebox";
import { TestResult } from "./audit-schemas.ts";
import { organizationId } from "./ids.ts";
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
const ofOrganization = { key: "session", role: "admin", params: Type.Object({ organizationId }) } as const;

/** Settings of the server, for admins of its first organization, and single sign-on of each organization. */
export const serverOperations = {
  getServerSettings: {
    method: "GET",
    path: "/v1/dashboard/server",
    summary: "Get the server settings",
    about: "For server admins: the admins of the server's first organization.",
    key: "session",
    reply: { status: 200, schema: ServerSettingsShown },
  },
  changeServerSignIn: {
    method: "POST",
    path: "/v1/dashboard/server/sign-in",
    summary: "Set the OpenID Connect provider",
    key: "session",
    body: ProviderChange,
    reply: { status: 200, schema: ServerSettingsShown },
    hasStates: true,
  },
  testServerSignIn: {
    method: "POST",
    path: "/v1/dashboard/server/sign-in/test",
    summary: "Test the OpenID Connect provider",
    about: "Reads the provider's configuration. Nothing is stored.",
    key: "session",
    body: ProviderChange,
    reply: { status: 200, schema: TestResult },
    limits: tests,
  },
  changeServerModel: {
    method: "POST",
    path: "/v1/dashboard/server/model",
    summary: "Set the language model",
    key: "session",
    body: ModelChange,
    reply: { status: 200, schema: ServerSettingsShown },
    hasStates: true,
  },
  testServerModel: {
    method: "POST",
    path: "/v1/dashboard/server/model/test",
    summary: "Test a language model",
    about: "Sends one tiny request. Nothing is stored.",
    key: "session",
    body: ModelChange,
    reply: { status: 200, schema: ModelTestResult },
    limits: tests,
  },
  testServerMail: {
    method: "POST",
    path: "/v1/dashboard/server/mail/test",
    summary: "Send a test mail",
    about: "Sends a mail to your own address and waits until the mail server has accepted it.",
    key: "session",
    reply: { status: 200, schema: TestResult },
    limits: tests,
    hasStates: true,
  },
  removeServerSetting: {
    method: "POST",
    path: "/v1/dashboard/server/remove",
    summary: "Remove a server setting",
    key: "session",
    body: RemovedSetting,
    reply: { status: 200, schema: ServerSettingsShown },
    hasStates: true,
  },
  linkProvider: {
    method: "POST",
    path: "/v1/dashboard/me/provider",
    summary: "Link the account to the provider",
    about: "Returns the provider's page. After signing in there, the account can use both ways to sign in.",
    key: "session",
    reply: { status: 200, schema: ProviderAddress },
    limits: tests,
  },
  getOrganizationSignIn: {
    method: "GET",
    path: "/v1/dashboard/organization/{organizationId}/sign-in",
    summary: "Get single sign-on of an organization",
    ...ofOrganization,
    reply: { status: 200, schema: OrganizationSignInShown },
  },
  changeOrganizationSignIn: {
    method: "POST",
    path: "/v1/dashboard/organization/{organizationId}/sign-in",
    summary: "Change single sign-on of an organization",
    ...ofOrganization,
    body: OrganizationSignInChange,
    reply: { status: 200, schema: OrganizationSignInShown },
    hasStates: true,
  },
} as const satisfies Record<string, Operation>;
