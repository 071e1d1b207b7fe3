import { afterAll, beforeAll, expect, test } from "vitest";
import { validRequests } from "../contract/requests.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { publishPages } from "../support/publish-pages.ts";
import { type Installation, startInstallation } from "../support/server.ts";
import { join } from "./people.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Installation;

  beforeAll(async () => {
    lectern = await startInstallation(dialect);
  });
  afterAll(() => lectern.stop());

  test.each(["", "/docs"])(
    'the rendered page of a pull request has the fonts of a site at "%s" and may load no others',
    async (basePath) => {
      const { organizationId, project } = lectern.tenant;
      const viewer = await join(lectern, organizationId, "viewer", `viewer${basePath.length}@acme.test`);
      const { params } = await validRequests.getPullRequest(lectern, lectern.tenant);
      const pages = { start: "<p>Text.</p>" };
      for (const branch of ["next", `base-${params.number}`]) {
        await publishPages(lectern, { project, branch, pages, commitSha: null, basePath });
      }
      const shown = await viewer.call("readRenderedPage", { params, query: "?path=/start&side=new" });
      expect(shown.status).toBe(200);
      const font = Buffer.from("wOF2 brand").toString("base64");
      expect(shown.text).toContain(`src: url("data:font/woff2;base64,${font}")`);
      expect(shown.headers["content-security-policy"]).toContain("font-src data:;");
      expect(shown.headers["content-security-policy"]).toContain("sandbox");
    },
  );
});
