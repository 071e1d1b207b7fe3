/**
 * Words that questions consist of and that say nothing about the subject. The index counts them only in titles and
 * headings, so a search for `use` still finds the section about `use()`.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a an and any are as at be been but by can cannot could did didn do does doesn doing don for from get had has have help how
i if im in into is isn it its ive me my need no not of on or our please possible should so than that the their them then there
these they this those to use used using want was way we were what when where which who why will with won would you your`.split(
    /\s+/,
  ),
);

/**
 * Words that phrase questions: "what does X mean", "how do I put X on Y". They may be the subject, so they count, but a
 * page with X and Y isn't penalized for lacking them.
 */
export const framingWords: ReadonlySet<string> = new Set(
  `able about actually also anyone best change changing difference differences different explain exactly find give go going happen happens keep know let like
made make makes making many mean means much often put really say says see seem seems set show simply someone something tell
tried try trying understand whether without wonder work works working`.split(/\s+/),
);
