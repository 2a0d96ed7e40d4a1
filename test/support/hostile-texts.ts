import fc from 'fast-check'
import { anyText } from './any-text.ts'
import { linearIn } from './growth.ts'

const scraps = [
  '<',
  '>',
  '/',
  '&',
  ';',
  '"',
  "'",
  '=',
  ' ',
  '\n',
  '\n\n',
  '!--',
  '-->',
  'a',
  'é',
  '\0',
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<div>',
  '</div>',
  '<br>',
  '<br />',
  '<pre>',
  '</pre>',
  '<hr>',
  '<ul><li>',
  '</li></ul>',
  '<blockquote>',
  '<table><tr><td>',
  '</table>',
  '<a href="x">',
  '</a>',
  '<script>',
  '</script>',
  'script',
  '<style>',
  '</style>',
  '<!--',
  '<h2 onclick="x">',
  '</h2>',
  '<iframe src=x>',
  '</iframe>',
  '<svg onload=x>',
  '<img src=x onerror=y>',
  '<noscript>',
  '<math>',
  '&amp;',
  '&lt;',
  '&gt;',
  '&#60;',
  '&#x3c',
  '&nbsp;',
  '<a href="java&#115;cript:x">',
]

/** For tests: texts such as hostile or careless callers send. */
export const markup = fc
  .array(fc.oneof(fc.constantFrom(...scraps), anyText({ maxLength: 3 })), {
    maxLength: 14,
  })
  .map(parts => parts.join(''))

const signs = [
  ...'a É œ ß İ ŉ ế ½ ¨ ´ … € № ‗ ﬁ Σ ς й が 东 한 مَ ⓐ 🎉 ❤ ❤️ 👍🏽 🇫🇷 👩‍👧 1️⃣'.split(' '),
  ...'% %20 %e6 %cc%81 & &eacute; < > _ - . / — ’ “ «'.split(' '),
  '\u1112',
  '\u1161',
  '\u0301',
  '\u0327',
  '\u0338',
  '\u3099',
  '\ufe0f',
  '\ufe0e',
  '\u200d',
  '\u200b',
  '\u00ad',
  '\ud800',
  '\udc00',
  ' ',
  ' ',
  '  ',
  '\u00a0',
  '\u202f',
  '\u3000',
  '\n',
  '\t',
  '\0',
  '\u0085',
]

/** For tests: letters, marks and signs that may change each other when they meet. */
export const mixed = fc
  .array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 24,
  })
  .map(parts => parts.join(''))

const bombs = [
  '<',
  '>',
  '<a',
  '<b>',
  '</b>',
  '<p><div>',
  '<!--',
  '<script>',
  '<script',
  '</script',
  '<<b>',
  '<iframe',
  '<iframe src=x>',
  '<video src=//x >',
  '</iframe ',
  '<br>',
  '<a href="',
  '<iframe>',
  '<noscript>',
  '<ul><li>',
  '&',
  '&amp',
  '&#',
  ' ',
  '\n',
  ' \n',
  '"',
  '-',
  '%',
  '%e6',
  ',',
  '1,',
  'é',
  '\u0301',
]

/** For tests: fails when the time that a text of many equal scraps takes grows faster than the text. */
export async function linear(read: (text: string) => unknown, length = 200_000) {
  const crossed = '<b>'.repeat(length / 8) + '</i>'.repeat(length / 8)
  const repeated = bombs.map(bomb => bomb.repeat(length / bomb.length))
  for (const text of [crossed, ...repeated, ...repeated.map(bomb => `${bomb}x</i>>"`)])
    await linearIn(text.length, size => text.slice(0, size), read)
}
