import { listOf, shape } from "./check-shape.ts";
import { filled, text, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";

const optionsMax = 50;

const checked = shape(
  { options: listOf(shape({ id: filled(text), label: filled(text) }, ["id", "label"]), optionsMax) },
  ["options"],
);

/**
 * Variations of the content, as the format's schema lists them. The format doesn't document how a page refers to one,
 * so they are only checked.
 */
export const variations = withForm<undefined>(checked.form, (value, place, report) => {
  const options = checked(value, place, report)?.options;
  if (options === undefined) return undefined;
  const ids = new Set(options.map(({ id }) => id));
  if (ids.size < options.length) reportValue(report, place, "has two options with the same id");
  const hint = "use <View> for content that readers choose between";
  return reportValue(report, place, "has no effect: pages can't refer to variations", hint, "note");
});
