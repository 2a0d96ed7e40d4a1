const times = Number(process.env.ALMANAC_TEST_RUNS ?? 1)

/** How often a random test tries: so often in a run of all tests, and `ALMANAC_TEST_RUNS` times as often where that is set. */
export const often = (runs: number): number => Math.round(runs * times)
