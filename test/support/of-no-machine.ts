/** For processes of tests. Almanac may be installed here: its settings file, and so its calendar, are none of ours. */
export const ofNoMachine = { ALMANAC_CONFIG: '' }
