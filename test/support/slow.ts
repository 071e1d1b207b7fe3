/** For test files that start browsers or many processes, where a busy machine takes several times as long as a quiet one. */
export const slow = { testTimeout: 600_000, hookTimeout: 600_000 };
