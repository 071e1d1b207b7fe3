/** Checked again by the server; schemas aren't part of the dashboard. */
export const draftTitleLengthMax = 200;
export const searchLengthMax = 200;
export const mediaBytesMax = 20_000_000;
