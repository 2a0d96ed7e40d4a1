import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainTheme, themePresets } from '../../define/theme.ts'
import { contrast } from './colors.ts'
import { themeCss, themeKey, themeOf } from './theme.ts'

const noFiles = { headingFontFile: '', bodyFontFile: '' }
const plain = { ...plainTheme, ...noFiles }

test('the name of a style sheet depends on its theme, and for the plain theme on its color only', () => {
  assert.equal(themeKey(plain), '1d5a86')
  for (const theme of [
    plain,
    ...Object.values(themePresets).map(preset => ({ ...preset, ...noFiles })),
    { ...plain, bodyFontFile: 'bodyFontFile-abcdefghij.woff2' },
  ])
    assert.deepEqual(themeOf(themeKey(theme)), theme)
  for (const wrong of ['zzzzzz', '1d5a86_red', `1d5a86${'_'.repeat(9)}toString`, '_'.repeat(40)])
    assert.equal(themeOf(wrong), undefined, wrong)
})

test('pages of one scheme are the same whatever the system or the visitor prefers', () => {
  assert.match(themeCss({ ...plain, density: 'airy' }), /\[data-scheme=dark\]/)
  for (const [colorScheme, paper] of [
    ['light', '#ffffff'],
    ['dark', '#15181b'],
  ] as const) {
    const theme = { ...plain, colorScheme }
    assert.deepEqual(themeOf(themeKey(theme)), theme)
    const css = themeCss(theme)
    assert.doesNotMatch(css, /prefers-color-scheme|data-scheme/)
    assert.match(css, new RegExp(`color-scheme:${colorScheme};--paper:${paper}`))
  }
})

test('texts are readable on their background, whatever colors are chosen', () => {
  const colors = ['#ffffff', '#000000', '#808080', '#ff0000', '#ffff00', '#0000ff', '#767676']
  for (const paper of colors)
    for (const ink of colors)
      for (const accent of colors) {
        const css = themeCss({
          ...plain,
          paperColor: paper,
          inkColor: ink,
          accentColor: accent,
          secondColor: accent,
        })
        const [, light = ''] = /:root\{([^}]*)\}/.exec(css) ?? []
        const of = (name: string) => new RegExp(`--${name}:(#\\w{6})`).exec(light)?.[1] ?? ''
        for (const [text, on] of [
          ['ink', 'paper'],
          ['ink', 'wash'],
          ['soft', 'wash'],
          ['accent', 'wash'],
          ['accent', 'paper'],
          ['on-accent', 'accent'],
          ['on-second', 'second'],
          ['warn', 'paper'],
        ] as const)
          assert.ok(
            contrast(of(text), of(on)) >= 4.5,
            `${text} ${of(text)} on ${on} ${of(on)} (${paper} ${ink} ${accent})`,
          )
      }
})
