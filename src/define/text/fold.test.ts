import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/any-text.ts'
import { linear, mixed } from '../../../test/support/hostile-texts.ts'
import { eventSearch, fold, foldAny, wordsOf } from './fold.ts'

test('texts are equal whatever their case, accents, ligatures and quotes', () => {
  const alike: [string, string][] = [
    ['Ünïcödé', 'unicode'],
    ['ÉTÉ', 'e\u0301te\u0301'],
    ['Œuvre Ærø Łódź Straße ĐURĐEVAC', 'oeuvre aero lodz strasse durdevac'],
    ['L’“été” – …', 'l\'"ete" - ...'],
    ['  a \n b\u00a0c ', 'a b c'],
    ['ＡＢＣ ﬁn', 'abc fin'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ёлка', 'елка'],
  ]
  for (const [a, b] of alike) assert.equal(fold(a), fold(b))
})

test('every script stays searchable, and its letters distinct', () => {
  assert.ok(fold('東京ドーム').includes(fold('東京')))
  assert.ok(fold('مَدْرَسَة').includes(fold('مدرس')))
  assert.notEqual(fold('か'), fold('が'))
  assert.equal(fold('한국'), '한국')
  assert.equal(fold('किताब'), 'किताब')
})

test('folding twice changes nothing, and a part is found in its whole', () => {
  fc.assert(
    fc.property(anyText(), fc.string(), (text, ascii) => {
      assert.equal(fold(fold(text)), fold(text))
      assert.equal(
        fold(text.toWellFormed().normalize('NFC')),
        fold(text.toWellFormed().normalize('NFD')),
      )
      assert.equal(fold(`${ascii} é`), `${fold(ascii)} e`.trim())
    }),
    { numRuns: 3000 },
  )
})

test('folding a text letter by letter gives the same result as folding the whole', () => {
  const agrees = (text: string) => assert.equal(fold(text), foldAny(text), JSON.stringify(text))
  fc.assert(fc.property(mixed, agrees), { numRuns: 3000 })
  fc.assert(fc.property(anyText(), agrees), { numRuns: 1000 })
  fc.assert(
    fc.property(mixed, text => agrees(`${text} `.repeat(900))),
    { numRuns: 20 },
  )
  for (let code = 0; code < 0x10000; code++) {
    const char = String.fromCharCode(code)
    agrees(`a${char}b ${char}\u0301 ${char}`)
  }
})

test('names sort with capitals and accents next to the plain letters', () => {
  const names = ['zoo', 'Ébène', 'ecole', 'Arts', 'eau', 'Œuvre']
  const key = (name: string) => fold(name)
  assert.deepEqual(
    names.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
    ['Arts', 'eau', 'Ébène', 'ecole', 'Œuvre', 'zoo'],
  )
})

test('events are searched by words, phrases and exclusions', () => {
  const searches: [string, string[], string[]][] = [
    ['Night Bebop', ['night', 'bebop'], []],
    ['"First Tie" jazz', ['first tie', 'jazz'], []],
    ['jazz -tie -"no way"', ['jazz'], ['tie', 'no way']],
    ['-tie', [], ['tie']],
    ['rock,pop+folk', ['rock', 'pop', 'folk'], []],
    ['hip-hop', ['hip-hop'], []],
    ['"unclosed phrase', ['unclosed phrase'], []],
    ['a jazz a', ['a', 'jazz'], []],
    ['%', ['%'], []],
    ['&', ['&'], []],
    ['-', ['-'], []],
    [',', [','], []],
    ['Récoltes «d’été»', ['recoltes', "d'ete"], []],
    ['  ', [], []],
  ]
  for (const [query, all, none] of searches)
    assert.deepEqual(
      eventSearch(query),
      { all, none, ...(none.length > 0 && { asSent: fold(query) }) },
      query,
    )
})

test('ten words and more are one phrase, as in the reference', () => {
  const nine = 'one two three four five six seven eight -nine'
  assert.equal(eventSearch(nine).all.length, 8)
  assert.equal(eventSearch(`${nine} nine one`).all.length, 1)
  assert.equal(eventSearch(`${nine} one two`).all.length, 8)
  const ten = `${nine} "Ten  eleven"`
  assert.deepEqual(eventSearch(ten), { all: [fold(ten)], none: [] })
})

test('venues and organizers are searched by letters and digits', () => {
  assert.deepEqual(wordsOf('info@acme'), ['info', 'acme'])
  assert.deepEqual(wordsOf('France, Île de'), ['france', 'ile', 'de'])
  assert.deepEqual(wordsOf('http://one.com'), ['http', 'one', 'com'])
  assert.deepEqual(wordsOf('東京 1111'), ['東京', '1111'])
  assert.deepEqual(wordsOf('%_'), [])
})

test('a search is bounded', async () => {
  const long = Array.from({ length: 1000 }, (_, n) => `w${n}`).join(' ')
  assert.deepEqual(eventSearch(long), { all: [fold(long.slice(0, 500))], none: [] })
  assert.equal(wordsOf(long).length, 20)
  await linear(fold)
  await linear(eventSearch)
  await linear(wordsOf)
})
