import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { optimisticUpdate } from "./optimistic-update.ts";

interface Job {
  status: string;
}

function archiving(answer: Promise<void>) {
  const queries = new QueryClient();
  const query = { queryKey: ["job", "job_1"] };
  queries.setQueryData<Job>(query.queryKey, { status: "active" });
  const archive = new MutationObserver(queries, {
    mutationFn: () => answer,
    ...optimisticUpdate(query, (job: Job, status: string): Job => ({ ...job, status }))(queries),
  });
  const status = () => queries.getQueryData<Job>(query.queryKey)?.status;
  return { archive, status, isRead: () => queries.getQueryState(query.queryKey)?.isInvalidated };
}

test("a change is visible before the server replies, and refetched afterwards", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { archive, status, isRead } = archiving(promise);
  const done = archive.mutate("archived");
  await expect.poll(status).toBe("archived");
  expect(isRead()).toBe(false);
  resolve();
  await done;
  expect([status(), isRead()]).toEqual(["archived", true]);
});

test("a refused change is reverted", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const { archive, status, isRead } = archiving(promise);
  const done = archive.mutate("archived");
  await expect.poll(status).toBe("archived");
  reject(new Error("The job has ended."));
  await expect(done).rejects.toThrow("The job has ended.");
  expect([status(), isRead()]).toEqual(["active", true]);
});
