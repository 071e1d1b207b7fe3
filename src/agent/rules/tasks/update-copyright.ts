import { replaceWords } from "../replace-words.ts";
import type { RunTask } from "../task.ts";

const mark = String.raw`(?:©|&copy;|\(c\)|copyright)[^\S\n]{0,3}`;
const dash = String.raw`[^\S\n]{0,2}(?:[-–—,]|&ndash;)[^\S\n]{0,2}`;
/** The year after the copyright mark. If there are several, as in `2019–2024` and `2019, 2024`, the last one. */
const lastYearOfNotice = new RegExp(
  String.raw`(?<=${mark}(?:${mark})?(?:\d{4}${dash}){0,3})\d{4}(?!\d|${dash}\d{4})`,
  "gi",
);
const firstYear = 1970;
const lastYear = 2100;

export const updateCopyright: RunTask = async (docs, request) => {
  const year = Number(request.values[0] ?? request.year);
  await replaceWords(docs, request, {
    rule: "update-copyright",
    knowsBounds: true,
    pattern: lastYearOfNotice,
    write([found]) {
      const isOld = Number(found) >= firstYear && Number(found) < Math.min(year, lastYear);
      return isOld ? { text: String(year), why: `the copyright notice ends with ${found}` } : undefined;
    },
  });
};
