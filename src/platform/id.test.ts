import { expect, test } from "vitest";
import { newId, newRequestId } from "./id.ts";

const randomCharacters = 24;
const bitsPerCharacter = 5;

test("an ID names its kind and has 36 characters of an unambiguous alphabet", () => {
  expect(newId("upd", { now: () => 0 })).toMatch(/^upd_[0-9a-hjkmnp-tv-z]{36}$/);
});

test("at least 96 bits of an ID are random", () => {
  expect(randomCharacters * bitsPerCharacter).toBeGreaterThanOrEqual(96);
  const ids = Array.from({ length: 5_000 }, () => newId("upd", { now: () => 0 }));
  for (let at = -randomCharacters; at < 0; at++) {
    const seen = new Set(ids.map((id) => id.at(at)));
    expect(seen.size, `all values of character ${at}`).toBe(2 ** bitsPerCharacter);
  }
  expect(new Set(ids.map((id) => id.slice(-randomCharacters))).size).toBe(5_000);
});

test("IDs sort as text by creation time", () => {
  const times = [0, 1, 31, 32, 1_023, 1_024, Date.UTC(2026, 0), Date.UTC(2026, 0) + 1, Date.UTC(9999, 11)];
  const ids = times.map((time) => newId("upd", { now: () => time }));
  expect([...ids].sort()).toEqual(ids);
});

test("IDs of one millisecond sort in creation order", () => {
  const ids = Array.from({ length: 1_000 }, () => newId("upd", { now: () => 7 }));
  expect([...ids].sort()).toEqual(ids);
});

test("IDs stay unique when the clock goes back", () => {
  const ids = [5, 4, 5, 4, 5].map((time) => newId("upd", { now: () => time }));
  expect(new Set(ids).size).toBe(5);
});

test("request IDs are unique and fit in a header", () => {
  const ids = Array.from({ length: 1_000 }, newRequestId);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.filter((id) => !/^req_[\w-]{8,60}$/.test(id))).toEqual([]);
});
