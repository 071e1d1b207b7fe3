import { replaceWords } from "../replace-words.ts";
import type { Rule } from "../rule.ts";
import { createReader } from "../vocabulary.ts";

const asks = createReader({
  forms: [["copyright copyrights ©"]],
  also: "year years date dates notice notices footer current latest bump set new up-to-date bring change",
});
const mark = String.raw`(?:©|&copy;|\(c\)|copyright)[^\S\n]{0,3}`;
const dash = String.raw`[^\S\n]{0,2}(?:[-–—,]|&ndash;)[^\S\n]{0,2}`;
/** The year after the copyright mark. If there are several, as in `2019–2024` and `2019, 2024`, the last one. */
const lastYearOfNotice = new RegExp(
  String.raw`(?<=${mark}(?:${mark})?(?:\d{4}${dash}){0,3})\d{4}(?!\d|${dash}\d{4})`,
  "gi",
);
const firstYear = 1970;
const lastYear = 2100;

export const updateCopyright: Rule = {
  name: "update-copyright",
  example: "update copyright year",
  does: "sets the last year of copyright notices to this year, or to the year you name",
  title: "Update the copyright year",
  read(clause) {
    const years = clause.filter(({ text }) => /^(?:19|20)\d\d$/.test(text)).map(({ text }) => text);
    const rest = clause.filter(({ text }) => !years.includes(text));
    return years.length <= 1 && asks(rest) ? years : undefined;
  },
  async run(docs, request) {
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
  },
};
