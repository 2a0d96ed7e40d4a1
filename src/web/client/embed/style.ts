/**
 * Its look; a site changes it by the variables that begin with `--almanac`. Colours come from the page around it, so that it is dark
 * where that is. Variables of its own begin with `--_`, so that those of the page around mean nothing here.
 */
export const style = `
:host { display: block; container-type: inline-size; font: var(--almanac-font, inherit); color: var(--almanac-text, inherit);
  background: var(--almanac-background, transparent); --_accent: var(--almanac-accent, LinkText);
  --_line: var(--almanac-border, color-mix(in srgb, currentColor 22%, transparent)); --_radius: var(--almanac-radius, .375rem) }
:host([hidden]) { display: none }
* { box-sizing: border-box }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-block-end: .75rem }
h2 { font-size: 1.25em; margin: 0; flex: 1 1 8em; text-transform: none }
h2::first-letter { text-transform: uppercase }
h3 { font-size: 1em; margin: 1rem 0 .5rem }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--_line); border-radius: var(--_radius);
  padding: .3em .7em; min-height: 2.25em; cursor: pointer }
button:hover { border-color: currentColor }
button[aria-pressed=true] { background: color-mix(in srgb, var(--_accent) 18%, transparent); border-color: var(--_accent) }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px }
a { color: var(--_accent); text-underline-offset: .15em }
table { width: 100%; table-layout: fixed; border-collapse: collapse }
th { font-weight: 600; font-size: .8em; padding: .3em; text-align: start }
td { border: 1px solid var(--_line); vertical-align: top; height: 5.5em; padding: .2em .3em; font-size: .85em; overflow: hidden }
.outside .number { opacity: .75 }
.number { border: 0; padding: 0 .35em; min-width: 1.9em; min-height: 1.9em; display: inline-grid; place-items: center; font-variant-numeric: tabular-nums }
button.number { font-weight: 700; text-decoration: underline; text-underline-offset: .2em }
[aria-current] .number { box-shadow: inset 0 0 0 2px var(--_accent); border-radius: var(--_radius) }
[aria-expanded=true] { background: color-mix(in srgb, var(--_accent) 18%, transparent) }
td ul, .list { list-style: none; margin: 0; padding: 0 }
td li { display: flex; gap: .3em; white-space: nowrap; line-height: max(1.5em, 24px) }
td a { text-decoration: none; overflow: hidden; text-overflow: ellipsis }
td a:hover, td a:focus { text-decoration: underline }
td time { font-variant-numeric: tabular-nums }
.status { font-size: .85em; border: 1px solid; border-radius: var(--_radius); padding: 0 .3em }
.cancelled a { text-decoration: line-through }
.later::before { content: '… ' }
.more { border: 0; padding: 0; min-height: 24px; line-height: inherit; text-decoration: underline }
.list li { padding-block: .6rem; border-block-end: 1px solid var(--_line) }
.list p { margin: 0 }
.title { font-weight: 600 }
.about { font-size: .9em }
.end { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; margin-block-start: .75rem; font-size: .9em }
[aria-busy=true] { opacity: .55; transition: opacity .2s .15s }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@container (max-width: 34rem) {
  td ul { display: none }
  td { height: auto; padding: .15em; text-align: center }
  th { text-align: center; padding: .3em 0 }
  .number { min-width: 2.25em; min-height: 2.25em }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
`
