import { expect, test } from "vitest";
import { addMeasures, defineCounter, defineHistogram, readMeasures, renderMeasures } from "./measure.ts";

const find = (name: string) => readMeasures().filter((measured) => measured.name === name);

test("all series exist before anything is counted, and only values from the list are counted", () => {
  const counter = defineCounter("test_fruit_total", "Fruit.", { kind: ["apple", "pear"] });
  counter.add({ kind: "pear" });
  counter.add({ kind: "pear" }, 2);
  // @ts-expect-error: not in the list.
  counter.add({ kind: "prj_1" });
  expect(renderMeasures(find("test_fruit_total"))).toBe(
    '# HELP test_fruit_total Fruit.\n# TYPE test_fruit_total counter\ntest_fruit_total{kind="apple"} 0\ntest_fruit_total{kind="pear"} 3\n',
  );
});

test("a histogram counts a value in every bucket that it fits in", () => {
  const histogram = defineHistogram("test_wait_seconds", "Waits.", {}, [1, 10]);
  histogram.observe({}, 0.5);
  histogram.observe({}, 5);
  histogram.observe({}, 50);
  expect(find("test_wait_seconds")[0]?.series).toEqual({
    'test_wait_seconds_bucket{le="1"}': 1,
    'test_wait_seconds_bucket{le="10"}': 2,
    'test_wait_seconds_bucket{le="+Inf"}': 3,
    test_wait_seconds_sum: 55.5,
    test_wait_seconds_count: 3,
  });
});

test("the counters of two processes are added up, including those that only one of them has", () => {
  const one = { name: "a_total", help: "A.", type: "counter", series: { a_total: 2 } } as const;
  const two = { name: "b_total", help: "B.", type: "counter", series: { b_total: 1 } } as const;
  expect(addMeasures([[one], [one, two]])).toEqual([{ ...one, series: { a_total: 4 } }, two]);
});
