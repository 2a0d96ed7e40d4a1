import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Sentence } from '../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import type { PlaceMatch } from '../forms/venue-place.ts'
import { ProblemNote } from '../parts/problem.tsx'
import { TextInput } from '../parts/text-input.tsx'

type Props = { onChoose(place: PlaceMatch): void }

/** Finds an address and its position, where the settings name a geocoder. */
export function PlaceSearch({ onChoose }: Props) {
  const { site } = useUser()
  return site.findsPlaces ? <Search onChoose={onChoose} /> : null
}

function Search({ onChoose }: Props) {
  const { server } = useApp()
  const t = useMessagesOf(placeMessages)
  const [typed, setTyped] = useState('')
  const search = useMutation({
    mutationFn: (words: string) => server.admin('GET /places', { search: words }),
  })
  const find = () => {
    if (typed.trim()) search.mutate(typed.trim())
  }
  return (
    <div className="place-search">
      <div className="add-name">
        <TextInput
          label={t('find')}
          hint={t('findAbout')}
          value={typed}
          onChange={setTyped}
          maxLength={200}
          onKeyDown={event => {
            // the form of the record is around it
            if (event.key !== 'Enter') return
            event.preventDefault()
            find()
          }}
        />
        <Button onPress={find} isPending={search.isPending} isDisabled={typed.trim() === ''}>
          {t('search')}
        </Button>
      </div>
      <ProblemNote error={search.error} />
      <div role="status">{search.data?.places.length === 0 && t('none')}</div>
      {search.data && search.data.places.length > 0 && (
        <ul aria-label={t('found')}>
          {search.data.places.map(place => (
            <li key={`${place.label} ${place.lat} ${place.lng}`}>
              <Button
                className="plain"
                onPress={() => {
                  onChoose(place)
                  search.reset()
                }}
              >
                {place.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const placeMessages = {
  find: { en: 'Search for a place', fr: 'Chercher un lieu' },
  findAbout: {
    en: 'It fills the address and sets the pin. What you type is sent to the search service of the settings.',
    fr: 'Remplit l’adresse et pose l’épingle. Votre saisie est envoyée au service de recherche choisi dans les réglages.',
  },
  search: { en: 'Search', fr: 'Chercher' },
  none: { en: 'No place found.', fr: 'Aucun lieu trouvé.' },
  found: { en: 'Places found', fr: 'Lieux trouvés' },
} as const satisfies Record<string, Sentence>
