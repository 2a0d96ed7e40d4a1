import { namesIn, tableOf } from '../../define/base/objects.ts'
import { inEachLanguage, type Sentence, textIn } from '../../define/text/language.ts'
import { joinedScript } from '../shell/browser-script.ts'
import type { Content, PageRequest } from '../shell/page.ts'

/** The calendar for other sites, as one script that needs nothing else: an element that shows the frame, as high as it is. */
const modules = ['listing/filter-names', 'client/embed/element']

let joined: string | undefined

/** The embed script, with the paths of the frame filled in. */
export function embedScript({ links, world: { site } }: PageRequest): Content {
  joined ??= joinedScript(modules)
  const framePaths = inEachLanguage(language =>
    links.url('embedFrame', {}, language).slice(links.publicUrl.length),
  )
  const messages = inEachLanguage(language =>
    tableOf(namesIn(embedMessages), name => textIn(embedMessages[name], site.locales[language])),
  )
  return {
    type: 'text/javascript; charset=utf-8',
    body: `(() => {\nconst framePaths = ${JSON.stringify(framePaths)}\nconst messages = ${JSON.stringify(messages)}\n${joined}\n})()\n`,
    // its URL stays, so clients revalidate it now and then
    headers: {
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  }
}

/** The messages of the script for other sites itself; it contains them in each language. */
const embedMessages = {
  title: { en: 'Calendar of events', fr: 'Agenda' },
  failed: {
    en: 'The events could not be loaded.',
    fr: 'Les évènements n’ont pas pu être chargés.',
  },
  again: { en: 'Try again', fr: 'Réessayer' },
} as const satisfies Record<string, Sentence>
