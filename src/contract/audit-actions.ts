/** Everything that is recorded in the audit log, by the name of the operation: its label, and what it changed. */
const actions = {
  signIn: { label: "Signed in", target: "account" },
  signInFailed: { label: "Failed to sign in", target: "account" },
  signOut: { label: "Signed out", target: "account" },
  createAccount: { label: "Joined with a new account", target: "account" },
  acceptInvitation: { label: "Joined", target: "account" },
  changeProfile: { label: "Changed their name", target: "account" },
  changePassword: { label: "Changed password", target: "account" },
  requestPasswordReset: { label: "Requested password reset", target: "account" },
  resetPassword: { label: "Reset password", target: "account" },
  confirmAuthenticator: { label: "Turned on authenticator app", target: "account" },
  removeAuthenticator: { label: "Turned off authenticator app", target: "account" },
  renewRecoveryCodes: { label: "Replaced recovery codes", target: "account" },
  addPasskey: { label: "Added passkey", target: "account" },
  removePasskey: { label: "Removed passkey", target: "account" },
  removeSecondFactor: { label: "Removed second factor", target: "account" },
  linkProvider: { label: "Linked single sign-on", target: "account" },
  endSession: { label: "Ended session", target: "session" },

  createOrganization: { label: "Created organization", target: "organization" },
  renameOrganization: { label: "Renamed organization", target: "organization" },
  changeMemberRole: { label: "Changed role", target: "member" },
  removeMember: { label: "Removed member", target: "member" },
  createResetLink: { label: "Created password reset link", target: "member" },
  changeSignInRules: { label: "Changed sign-in rules", target: "organization" },
  mapRole: { label: "Role set by single sign-on", target: "member" },
  createInvitation: { label: "Invited", target: "invitation" },
  withdrawInvitation: { label: "Withdrew invitation", target: "invitation" },
  connectInstallation: { label: "Connected GitHub account", target: "installation" },
  disconnectInstallation: { label: "Disconnected GitHub account", target: "installation" },
  changeOrganizationSignIn: { label: "Changed single sign-on", target: "organization" },
  createWebhook: { label: "Added webhook", target: "webhook" },
  changeWebhook: { label: "Changed webhook", target: "webhook" },
  removeWebhook: { label: "Removed webhook", target: "webhook" },
  replaceSigningSecret: { label: "Replaced signing secret of webhook", target: "webhook" },
  testWebhook: { label: "Tested webhook", target: "webhook" },
  redeliver: { label: "Redelivered event to webhook", target: "webhook" },
  changeServerSignIn: { label: "Changed sign-in settings", target: "setting" },
  changeServerModel: { label: "Changed language model", target: "setting" },
  removeServerSetting: { label: "Removed server setting", target: "setting" },

  createProject: { label: "Created project", target: "project" },
  importProject: { label: "Imported project", target: "project" },
  changeProject: { label: "Changed project", target: "project" },
  deleteProject: { label: "Deleted project", target: "project" },
  rotateWebhookSecret: { label: "Replaced webhook secret", target: "project" },
  checkDomain: { label: "Checked domain", target: "domain" },
  removePreview: { label: "Removed branch preview", target: "preview" },
  changeSiteAccess: { label: "Changed who can read the site", target: "project" },
  endReaderSession: { label: "Ended a reader's session", target: "project" },
  endReaderSessions: { label: "Ended all sessions of readers", target: "project" },
  createPreviewLink: { label: "Created preview link", target: "preview" },
  revokePreviewLink: { label: "Revoked preview link", target: "project" },
  createKey: { label: "Created API key", target: "key" },
  revokeKey: { label: "Revoked API key", target: "key" },
  createToken: { label: "Created personal access token", target: "token" },
  revokeToken: { label: "Revoked personal access token", target: "token" },
  revokeOrganizationToken: { label: "Revoked a member's token", target: "token" },
  setProjectRole: { label: "Set role in project", target: "member" },
  push: { label: "Pushed", target: "branch" },

  triggerUpdate: { label: "Started update", target: "update" },
  createPreview: { label: "Started branch preview", target: "update" },
  rollBack: { label: "Rolled back", target: "update" },
  cancelUpdate: { label: "Canceled update", target: "update" },

  judgeAnswer: { label: "Judged answer", target: "project" },
  addEvaluationQuestion: { label: "Added question to measure answers", target: "project" },
  changeEvaluationQuestion: { label: "Changed question that measures answers", target: "project" },
  removeEvaluationQuestion: { label: "Removed question that measures answers", target: "project" },
  changeFeedback: { label: "Changed status of feedback", target: "project" },
  deleteAnalytics: { label: "Deleted analytics", target: "project" },
  printSite: { label: "Started printing a PDF", target: "project" },
  runEvaluation: { label: "Started evaluation of answers", target: "project" },

  createAgentJob: { label: "Created job", target: "job" },
  sendAgentMessage: { label: "Sent message to job", target: "job" },
  archiveAgentJob: { label: "Archived job", target: "job" },

  createDraft: { label: "Created draft", target: "draft" },
  discardDraft: { label: "Discarded draft", target: "draft" },
  uploadMedia: { label: "Added media file to draft", target: "draft" },
  addDraftComment: { label: "Commented on draft", target: "draft" },
  changeDraftComment: { label: "Changed comment on draft", target: "draft" },
  removeDraftComment: { label: "Deleted comment on draft", target: "draft" },

  openPullRequest: { label: "Opened pull request", target: "pullRequest" },
  changePullRequest: { label: "Changed pull request", target: "pullRequest" },
  commentPullRequest: { label: "Commented on pull request", target: "pullRequest" },
  changePullRequestComment: { label: "Changed comment on pull request", target: "pullRequest" },
  deletePullRequestComment: { label: "Deleted comment on pull request", target: "pullRequest" },
  reviewPullRequest: { label: "Reviewed pull request", target: "pullRequest" },
  mergePullRequest: { label: "Merged pull request", target: "pullRequest" },
  closePullRequest: { label: "Closed pull request", target: "pullRequest" },

  publishDraft: { label: "Published draft", target: "branch" },
  requestReview: { label: "Requested review of draft", target: "branch" },
} as const satisfies Record<string, { label: string; target: string }>;

/** The kinds of things an audit log entry can be about. */
export type AuditTargetKind = (typeof actions)[keyof typeof actions]["target"];

export const auditActions: Readonly<Record<string, { label: string; target: AuditTargetKind }>> = actions;

/** Entries with an action that this version doesn't know show the operation's name: `createKey` → “Create key”. */
export function actionLabel(action: string): string {
  if (Object.hasOwn(auditActions, action)) return auditActions[action]?.label ?? action;
  const words = action.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
