const drawable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Whether Inter has the letters. It has none of Chinese, Japanese, Korean, Arabic, Hebrew and Indian scripts. */
export function canPaint(words: string): boolean {
  return drawable.test(words);
}

/** Small pictures among the letters would come out as empty boxes. */
export function withoutPictures(words: string): string {
  return words
    .replaceAll(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
