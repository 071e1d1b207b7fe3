import { expect, test } from "vitest";
import { RetryLater } from "../../platform/queue/handler.ts";
import { ProviderDown, ProviderOutages } from "./provider-outages.ts";

const model = "acme/writer";

function outagesAt(start: number) {
  const clock = { time: start, now: () => clock.time };
  const outages = new ProviderOutages(clock);
  let asked = 0;
  let isUp = false;
  const ask = async () => {
    asked += 1;
    if (!isUp) throw outages.record(model, new ProviderDown("Down."), 60);
  };
  const check = () => outages.check(model, { askSeconds: 20, ask }).catch((error: unknown) => error as RetryLater);
  return { clock, outages, check, asked: () => asked, mend: () => (isUp = true) };
}

test("while a provider is down, jobs wait without asking it", async () => {
  const { clock, outages, check, asked } = outagesAt(0);
  expect(await check()).toBeUndefined();
  outages.record(model, new ProviderDown("Down."), 60);
  clock.time = 20_000;
  expect(await check()).toMatchObject({ message: "Down.", afterSeconds: 40 });
  expect(asked()).toBe(0);
});

test("after the pause a single job asks, and the pause doubles if the provider is still down", async () => {
  const { clock, outages, check, asked } = outagesAt(0);
  outages.record(model, new ProviderDown("Down."), 60);
  clock.time = 60_000;
  const [first, second] = await Promise.all([check(), check()]);
  expect(asked()).toBe(1);
  expect(first).toMatchObject({ afterSeconds: 120 });
  expect(second).toBeInstanceOf(RetryLater);
  clock.time = 179_000;
  expect(await check()).toMatchObject({ afterSeconds: 1 });
});

test("once the provider answers again, no job waits", async () => {
  const { clock, outages, check, asked, mend } = outagesAt(0);
  outages.record(model, new ProviderDown("Down."), 60);
  mend();
  clock.time = 60_000;
  expect(await check()).toBeUndefined();
  expect(await check()).toBeUndefined();
  expect(asked()).toBe(1);
});
