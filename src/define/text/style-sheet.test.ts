import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sheetError } from './style-sheet.ts'

const lineOf = (css: string) => sheetError(Buffer.from(css))?.line

test('a style sheet is taken as it is written', () => {
  for (const css of [
    '',
    'a{color:red}',
    '@media (width > 40rem){a::before{content:"}";background:url(data:image/png;base64,AA==)}}',
    '/* } */ a[href="x"]{background:url("/assets/x.png")}',
    '.a\\}b{color:red}',
    'a{background:url(../x(1).png)}'.replace('(1)', ''),
  ])
    assert.equal(sheetError(Buffer.from(css)), undefined, css)
})

test('what breaks it, or loads from elsewhere, is told with its line', () => {
  for (const [css, line] of [
    ['a{color:red', 1],
    ['a{}\n}', 2],
    ['a{}\n\n/* open', 3],
    ['a{content:"open\n}', 1],
    ['a{width:calc(1px}', 1],
    ['\n@import "x.css";', 2],
    ['@IMPORT url(//evil.example/x.css);', 1],
    ['@im\\70ort "x";', 1],
    ['a{background:url(https://evil.example/x)}', 1],
    ['a{background:url( "//evil.example/x" )}', 1],
    ['a{background:image-set("https://evil.example/x" 1x)}', 1],
    ['\0', 1],
  ] as const)
    assert.equal(lineOf(css), line, css)
  assert.equal(sheetError(Buffer.from([0xff, 0xfe]))?.line, 1)
})

test('long hostile style sheets are read in a moment', () => {
  const start = process.cpuUsage()
  for (const part of ['/*', '"', 'url(', '{', '\\', '@', 'url( '])
    sheetError(Buffer.from(part.repeat(65_536 / part.length)))
  const { user } = process.cpuUsage(start)
  assert.ok(user < 2_000_000, String(user))
})
