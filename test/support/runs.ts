const times = Number(process.env.ALMANAC_TEST_RUNS ?? 1)

/** The number of tries of a random test: this many in a run of all tests, and `ALMANAC_TEST_RUNS` times as many where that is set. */
export const often = (runs: number): number => Math.round(runs * times)
