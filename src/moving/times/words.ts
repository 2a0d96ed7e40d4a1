/** Words between a start and an end, folded, as part of a pattern. */
export const until =
  "(?:\\s?-\\s?|\\s?/\\s?|\\s(?:a|au|aux|to|until|till|through|bis|bis zum|al|alle|hasta|hasta el|tot|tot en met|t/m|jusqu'a|jusqu'au)\\s)"

/** Words before a day or an hour that change nothing in it, folded, as part of a pattern. */
export const before =
  '(?:@|a partir de|a partir du|a las|de las|des|le|du|de|the|on|from|at|between|entre|am|vom|von|den|der|ab|um|dal|dalle|alle|ore|il|el|del|desde|van|vanaf|op|om|a)\\s'
