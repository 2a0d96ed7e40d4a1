import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn, repeated } from '../../../test/support/growth.ts'
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
    '.md\\:w-1\\/2,.a\\(b{background:image-set("/a.png" type("image/png") 1x)}',
    'a{content:"https://example.org";color:var(--x)}/* url( */',
  ])
    assert.equal(sheetError(Buffer.from(css)), undefined, css)
})

test('an error, or a load from elsewhere, is reported with its line', () => {
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
    ['a{background:u\\72l(//evil.example/x)}', 1],
    ['a{background:u\\72 l(//evil.example/x)}', 1],
    ['a{background:\\75rl("https://evil.example")}', 1],
    ['a{background:url(\\2f\\2f evil.example/x)}', 1],
    ['a{background:url("\\2f/evil.example/x")}', 1],
    ['a{background:url("/\\9/evil.example/x")}', 1],
    ['a{background:url(https:image/x)}', 1],
    ['a{background:image("//evil.example/x")}', 1],
    ['a{background:src("//evil.example/x")}', 1],
    ['a{background:-webkit-image-set("//evil.example/x" 1x)}', 1],
    ['a{--x:"//evil.example/x" 1x;background:image-set(var(--x))}', 1],
    ['a{color:#url(a") ";background:url(//evil.example/x);x:"")}', 1],
    ['<!--url(a")url(//evil.example/x);x:"")', 1],
    ['a{background:url(x', 1],
  ] as const)
    assert.equal(lineOf(css), line, css)
  assert.equal(sheetError(Buffer.from([0xff, 0xfe]))?.line, 1)
})

test('the time for a hostile style sheet grows with its length only', async () => {
  const parts = [
    '/*',
    '"',
    'url(',
    '{',
    '\\',
    '@',
    'url( ',
    'a\\',
    'url(\\',
    '(',
    '"a"',
    '\\7',
    '#',
  ]
  const nested = (size: number) => 'image-set('.repeat(size / 20) + '"a"'.repeat(size / 10)
  for (const textOf of [...parts.map(part => repeated(part)), nested])
    await linearIn(200_000, textOf, text => sheetError(Buffer.from(text)))
})
