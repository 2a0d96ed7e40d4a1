import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Sentence } from '../../define/text/language.ts'
import { useMessagesOf } from '../context.tsx'
import { commandKey, usePlainKeys } from './keys.ts'
import { Window } from './window.tsx'

const words = {
  heading: { en: 'Keys', fr: 'Raccourcis clavier' },
  everywhere: { en: 'Everywhere', fr: 'Partout' },
  goTo: { en: 'Go to a record or a screen', fr: 'Aller à une fiche ou à un écran' },
  help: { en: 'This list', fr: 'Cette liste' },
  lists: { en: 'In lists and the calendar', fr: 'Dans les listes et l’agenda' },
  search: { en: 'Search', fr: 'Chercher' },
  create: { en: 'Add a record', fr: 'Ajouter une fiche' },
  calendar: { en: 'In the calendar', fr: 'Dans l’agenda' },
  views: { en: 'Day, week, month', fr: 'Jour, semaine, mois' },
  today: { en: 'Today', fr: 'Aujourd’hui' },
  onAndBack: { en: 'Later, earlier', fr: 'Plus tard, plus tôt' },
  arrows: { en: 'Shift + arrows', fr: 'Maj + flèches' },
  move: { en: 'Move the event that has the focus', fr: 'Déplacer l’évènement qui a le focus' },
  review: {
    en: 'In the review queue, and in records of a list',
    fr: 'Dans la file de relecture et les fiches d’une liste',
  },
  nextAndBefore: { en: 'Next, previous', fr: 'Fiche suivante, précédente' },
  editor: { en: 'In the editor', fr: 'Dans l’éditeur' },
  save: { en: 'Save', fr: 'Enregistrer' },
  publishKey: { en: commandKey('Enter'), fr: commandKey('Entrée') },
  publish: {
    en: 'Publish or update; translating: save and next',
    fr: 'Publier ou mettre à jour ; en traduisant : enregistrer et continuer',
  },
} as const satisfies Record<string, Sentence>
type Word = keyof typeof words

const groups: [where: Word, keys: [keys: string[] | Word, does: Word][]][] = [
  [
    'everywhere',
    [
      [[commandKey('K')], 'goTo'],
      [['?'], 'help'],
    ],
  ],
  [
    'lists',
    [
      [['/'], 'search'],
      [['c'], 'create'],
    ],
  ],
  [
    'calendar',
    [
      [['d', 'w', 'm'], 'views'],
      [['t'], 'today'],
      [['j', 'k'], 'onAndBack'],
      ['arrows', 'move'],
    ],
  ],
  ['review', [[['j', 'k'], 'nextAndBefore']]],
  [
    'editor',
    [
      [[commandKey('S')], 'save'],
      ['publishKey', 'publish'],
    ],
  ],
]

/** All keys of the screens, which `?` shows, and a button where `?` would be typed. */
export function KeyList() {
  const t = useMessagesOf(words)
  const [isOpen, setOpen] = useState(false)
  usePlainKeys({ '?': () => setOpen(true) })
  return (
    <>
      <Button className="plain key-list" aria-label={t('heading')} onPress={() => setOpen(true)}>
        <span aria-hidden="true">?</span>
      </Button>
      <Window heading={t('heading')} isOpen={isOpen} onClose={() => setOpen(false)}>
        {groups.map(([where, keys]) => (
          <section key={where} className="keys">
            <h3>{t(where)}</h3>
            <dl>
              {keys.map(([signs, does]) => (
                <div key={does}>
                  <dt>
                    {(typeof signs === 'string' ? [t(signs)] : signs).map(sign => (
                      <kbd key={sign}>{sign}</kbd>
                    ))}
                  </dt>
                  <dd>{t(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Window>
    </>
  )
}
