import fc from "fast-check";

/**
 * Generated cases are the same in each run, so a run that passed will pass again. `FAST_CHECK_SEED=random npm test`
 * tries new cases, and a number repeats a reported seed.
 */
const seed = process.env.FAST_CHECK_SEED ?? "20261115";
fc.configureGlobal(seed === "random" ? {} : { seed: Number(seed) });
