import fc from 'fast-check'
import { anyText } from './any-text.ts'

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

/** Below this many milliseconds of processor time nothing can be told of how it grows. */
const short = 300
/** A text of eight times the length takes a linear reading eight times as long, a quadratic one 64 times. */
const parts = 8
const max = 32

/** For tests: fails when the time that a text of many equal scraps takes grows faster than the text. */
export function linear(read: (text: string) => unknown, length = 200_000) {
  const crossed = '<b>'.repeat(length / 8) + '</i>'.repeat(length / 8)
  const repeated = bombs.map(bomb => bomb.repeat(length / bomb.length))
  for (const text of [crossed, ...repeated, ...repeated.map(bomb => `${bomb}x</i>>"`)]) {
    const duration = spentOn(() => read(text))
    if (duration < short || isLinear(read, text, duration)) continue
    // a busy machine may be slow once; a reader that grows too fast is so every time
    if (isLinear(read, text) || isLinear(read, text)) continue
    throw new Error(`${text.slice(0, 12)}… takes more than ${max} times as long as an eighth of it`)
  }
}

/** For tests: the same of a text that is made of `size` scraps, where it is slow only up to some length. */
export async function linearIn(
  size: number,
  textOf: (size: number) => string,
  read: (text: string) => unknown,
) {
  const spent = async (of: number) => {
    const text = textOf(of)
    const before = process.cpuUsage()
    await read(text)
    return processorTime(before)
  }
  for (let time = 0; time < 3; time++)
    if ((await spent(size)) <= max * Math.max(await spent(size / parts), 10)) return
  throw new Error(`${textOf(1)} takes more than ${max} times as long as an eighth of it`)
}

function isLinear(
  read: (text: string) => unknown,
  text: string,
  duration = spentOn(() => read(text)),
): boolean {
  const part = spentOn(() => read(text.slice(0, text.length / parts)))
  return duration <= max * Math.max(part, 10)
}

function spentOn(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return processorTime(before)
}

/** Milliseconds. */
function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
