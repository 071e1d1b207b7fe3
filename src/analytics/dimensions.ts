/** Stands for all rare values of a dimension, which are counted together when a day has too many. */
export const otherValue = "(other)";
