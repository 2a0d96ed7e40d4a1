/** Letters that are no base letter with an accent; The Events Calendar spells them so. */
const spelled: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĳ: 'ij',
  ĸ: 'k',
  ŋ: 'n',
  ſ: 's',
  ŧ: 't',
  ª: 'a',
  º: 'o',
  Æ: 'AE',
  Œ: 'OE',
  ẞ: 'SS',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Ł: 'L',
  Ħ: 'H',
  Ĳ: 'IJ',
  Ŋ: 'N',
  Ŧ: 'T',
}
const spelling = new RegExp(`[${Object.keys(spelled).join('')}]`, 'g')

/**
 * Latin letters without their accents, ligatures spelled out: `Ünïcödé Œuvre` becomes `Unicode OEuvre`. Other
 * scripts keep their marks, which often make another letter (`й`, `が`).
 */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(spelling, letter => spelled[letter] ?? letter)
}
