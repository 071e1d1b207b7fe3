/**
 * For test files that start browsers or many processes. On a busy machine they take several times as long as on a quiet
 * one.
 */
export const slow = { testTimeout: 600_000, hookTimeout: 600_000 };
