export const shout = (word) => word.toUpperCase() + "!";
