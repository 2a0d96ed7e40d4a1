const hour = 3600

/**
 * Abbreviations of zones: each means one offset all year, as in PHP (`EST` is -5 in July too). Those with different meanings in different countries
 * (IST) are left out: an error is better than a time that is hours off.
 */
export const fixedOffsets: Record<string, number> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: hour,
  BST: hour,
  CET: hour,
  CEST: 2 * hour,
  MET: hour,
  MEST: 2 * hour,
  WAT: hour,
  EET: 2 * hour,
  EEST: 3 * hour,
  CAT: 2 * hour,
  SAST: 2 * hour,
  IDT: 3 * hour,
  EAT: 3 * hour,
  MSK: 3 * hour,
  MSD: 4 * hour,
  PKT: 5 * hour,
  WIB: 7 * hour,
  WITA: 8 * hour,
  AWST: 8 * hour,
  HKT: 8 * hour,
  WIT: 9 * hour,
  JST: 9 * hour,
  KST: 9 * hour,
  ACST: 9.5 * hour,
  ACDT: 10.5 * hour,
  AEST: 10 * hour,
  CHST: 10 * hour,
  AEDT: 11 * hour,
  NZST: 12 * hour,
  NZDT: 13 * hour,
  NDT: -2.5 * hour,
  NST: -3.5 * hour,
  ADT: -3 * hour,
  AST: -4 * hour,
  EDT: -4 * hour,
  EST: -5 * hour,
  CDT: -5 * hour,
  CST: -6 * hour,
  MDT: -6 * hour,
  MST: -7 * hour,
  PDT: -7 * hour,
  PST: -8 * hour,
  AKDT: -8 * hour,
  AKST: -9 * hour,
  HDT: -9 * hour,
  HST: -10 * hour,
  SST: -11 * hour,
}

/** Names of universal time, with or without `Etc/`, and what its clock is called. */
export const namesOfUtc: Record<string, 'UTC' | 'GMT'> = {
  UTC: 'UTC',
  UCT: 'UTC',
  UNIVERSAL: 'UTC',
  ZULU: 'UTC',
  GMT: 'GMT',
  GREENWICH: 'GMT',
  GMT0: 'GMT',
  'GMT+0': 'GMT',
  'GMT-0': 'GMT',
}

/** Names of the tz database without a slash. Other short names mean something else to ICU than to everyone
 * (`AST` would be Alaska, `BST` Bangladesh). */
export const shortNames = new Set(
  `CST6CDT Cuba EST5EDT Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MST7MDT
  NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey W-SU`
    .toLowerCase()
    .split(/\s+/),
)

/** Today's names for which ICU still lists older ones, and names that people type out of habit. */
export const namesBesideIcu =
  `Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan
  America/Indiana/Indianapolis America/Kentucky/Louisville America/Montreal America/Nuuk Asia/Ho_Chi_Minh
  Asia/Kathmandu Asia/Kolkata Asia/Yangon Atlantic/Faroe Canada/Atlantic Canada/Central Canada/Eastern
  Canada/Mountain Canada/Newfoundland Canada/Pacific Europe/Kyiv Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei
  US/Alaska US/Arizona US/Central US/Eastern US/Hawaii US/Mountain US/Pacific UTC`.split(/\s+/)
