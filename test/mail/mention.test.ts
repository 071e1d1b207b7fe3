import { expect, test, vi } from "vitest";
import { invite } from "../../src/accounts/invite.ts";
import type { Role } from "../../src/contract/operation.ts";
import { pathOf, send } from "../contract/send.ts";
import { operationOf, sessionCookie } from "../dashboard/people.ts";
import { slow } from "../support/slow.ts";
import { smallProject, startPublisher } from "../updates/publisher.ts";
import { startMailServer } from "./mail-server.ts";

vi.setConfig(slow);

test("a person who is mentioned in a comment gets one mail that leads to the comment, and its author gets none", async () => {
  const { received, settings } = await startMailServer();
  const lectern = await startPublisher("sqlite", "folder", {
    LECTERN_SMTP_URL: `smtp://127.0.0.1:${settings.port}?tls=off`,
    LECTERN_MAIL_FROM: "docs@acme.test",
  });
  try {
    const { app, organizationId, url } = lectern;
    const { project } = await lectern.createProject("plants", smallProject);
    const call = async (name: Parameters<typeof operationOf>[0], cookie: string, json?: object, params = {}) => {
      const { method } = operationOf(name);
      const headers = { "x-lectern-dashboard": "1", origin: url, cookie };
      return send(url, { method, path: pathOf(operationOf(name), params), headers, json });
    };
    const join = async (name: string, role: Role) => {
      const email = `${name.toLowerCase()}@acme.test`;
      const invited = await invite(app, app.database.query, { organizationId, email, role, invitedBy: null });
      const reply = await call("createAccount", "", { token: invited.token, name, email, password: "correct horse" });
      return { cookie: sessionCookie(reply), id: JSON.parse(reply.text).user.id };
    };
    const [ada, eve] = [await join("Ada", "editor"), await join("Eve", "viewer")];
    const draft = JSON.parse((await call("createDraft", ada.cookie, {}, { projectId: project.id })).text);
    const comment = { path: "index.mdx", body: "@Eve is *that* so?", mentions: [eve.id, ada.id] };
    const at = { projectId: project.id, draftId: draft.id };
    expect((await call("addDraftComment", ada.cookie, comment, at)).status).toBe(201);
    await vi.waitFor(() => expect(received.map(({ to }) => to)).toEqual([["eve@acme.test"]]), { timeout: 60_000 });
    const [mail] = received;
    expect(mail?.raw).toContain("Ada mentioned you in");
    expect(mail?.text).toContain("@Eve is *that* so?");
    const [link = ""] = /http\S+\/editor\?\S+/.exec(mail?.text ?? "") ?? [];
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      draft: draft.id,
      page: "index.mdx",
      comments: "shown",
    });
    const bell = await call("listNotifications", eve.cookie, undefined, { organizationId });
    expect(JSON.parse(bell.text).notifications).toMatchObject([{ type: "comment.mentioned" }]);
  } finally {
    await lectern.close();
  }
});
