import { expect, test, vi } from "vitest";
import { importArchive } from "./import-archive.ts";

test("an archive that the server would refuse isn't sent", async () => {
  const send = vi.spyOn(globalThis, "fetch");
  const archive = { size: 101 * 1024 * 1024 } as Blob;
  const project = { organizationId: "org_1", name: "Docs", domain: "docs" };
  await expect(importArchive(project, archive)).rejects.toThrow("larger than 100 MiB");
  expect(send).not.toHaveBeenCalled();
});
