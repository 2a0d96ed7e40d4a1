import type { Series } from './series.ts'

export const jazzSeries: Series[] = [
  {
    key: 'late-set',
    rhythm: { monthly: 'thu', nth: [1] },
    hours: ['20:30', '23:30'],
    venues: ['cave-de-la-loutre'],
    organizers: ['loutre-bleue'],
    categories: ['jazz'],
    tags: ['live-music'],
    cost: [18, 24],
    website: true,
    ticketed: true,
    editions: [
      {
        en: ['Odalie Fenn Trio', 'Piano, bass and brushes, with songs written on night trains.'],
        fr: [
          'le trio d’Odalie Fenn',
          'Piano, contrebasse et balais, pour des chansons écrites dans les trains de nuit.',
        ],
      },
      {
        en: [
          'Brass Without Borders',
          'Eight horns, no microphones: sit near the back if you value your hat.',
        ],
        fr: [
          'Cuivres sans frontières',
          'Huit cuivres et aucun micro : si vous tenez à votre chapeau, assoyez-vous au fond.',
        ],
      },
      {
        en: ['The Slow Elevators', 'Ballads only, played as if nobody had to work tomorrow.'],
        fr: [
          'The Slow Elevators',
          'Rien que des ballades, jouées comme si personne ne travaillait demain.',
        ],
      },
      {
        en: [
          'Basile Okonjo-Roy, organ',
          'A Hammond organ that took six people to bring down the stairs.',
        ],
        fr: [
          'Basile Okonjo-Roy à l’orgue',
          'Un orgue Hammond qu’il a fallu descendre à six dans l’escalier.',
        ],
      },
      {
        en: [
          'Marguerite Tully sings',
          'Standards in English, in French and in several languages of her own.',
        ],
        fr: [
          'Marguerite Tully chante',
          'Des standards en anglais, en français et en plusieurs langues de son invention.',
        ],
      },
      {
        en: [
          'Quartet for Two Drummers',
          'A sax, a bass and a long argument between two drum kits.',
        ],
        fr: [
          'Quatuor pour deux batteurs',
          'Un saxophone, une contrebasse et une longue discussion entre deux batteries.',
        ],
      },
      {
        en: [
          'Blue Otter House Band',
          'The regulars open their notebooks and try the tunes nobody asked for.',
        ],
        fr: [
          'l’orchestre de la maison',
          'Les habitués ouvrent leurs cahiers et essaient les airs que personne n’avait demandés.',
        ],
      },
      {
        en: [
          'Inès Valcourt-Bhatt, vibraphone',
          'Four mallets, one shimmering hour, and a second set full of surprises.',
        ],
        fr: [
          'Inès Valcourt-Bhatt au vibraphone',
          'Quatre baguettes, une heure scintillante et un deuxième acte plein de surprises.',
        ],
      },
    ],
    en: {
      title: 'Late Set: {theme}',
      text: [
        'Once a month the Otter Cellar stays open late for a <strong>double set</strong>. {more}',
        'Doors open at 8 p.m. The cheaper seats are behind a pillar, and many of our members swear by them.',
      ],
    },
    fr: {
      title: 'Fin de soirée : {theme}',
      text: [
        'Un jeudi par mois, la Cave de la Loutre veille tard, le temps de <strong>deux actes</strong>. {more}',
        'Ouverture des portes à 20 h. Les places les moins chères sont derrière une colonne ; certains membres ne jurent que par elles.',
      ],
    },
  },
  {
    key: 'open-jam',
    rhythm: { monthly: 'mon', nth: [2], months: [2, 4, 6, 10, 12] },
    hours: ['19:30', '22:30'],
    venues: ['cave-de-la-loutre'],
    organizers: ['loutre-bleue'],
    categories: ['jazz'],
    tags: ['live-music', 'beginners', 'pay-what-you-can'],
    cost: 0,
    first: 138,
    en: {
      title: 'Open Jam No. {n}',
      text: [
        'Bring an instrument, or only your ears, to the cellar’s {nth} open jam. A house trio starts the evening with half an hour of standards, then the list by the door decides who plays next.',
        [
          'Piano, drums and amplifiers are on site',
          'The repertoire list is printed large and kept simple',
          'Beginners play before 9 p.m., when the room is kindest',
        ],
      ],
    },
    fr: {
      title: 'Bœuf ouvert nº {n}',
      text: [
        'Apportez un instrument, ou seulement vos oreilles, au {n}e bœuf de la cave. Le trio de la maison réchauffe la salle pendant une demi-heure, puis c’est la liste près de la porte qui fait la loi.',
        [
          'Piano, batterie et amplis sur place',
          'Un répertoire court, imprimé en gros caractères',
          'Les débutants jouent avant 21 h, quand la salle est la plus indulgente',
        ],
      ],
    },
  },
  {
    key: 'river-jazz-festival',
    rhythm: { monthly: 'fri', nth: [2], months: [7] },
    days: 3,
    venues: ['parc-des-tilleuls'],
    organizers: ['loutre-bleue', 'quartier-vivant'],
    categories: ['jazz', 'music'],
    tags: ['festival', 'open-air', 'summer', 'live-music', 'accessible'],
    cost: 0,
    first: 17,
    featured: true,
    website: true,
    en: {
      title: 'Lindens in Blue {year}: Three Days of Jazz',
      text: [
        'For its {nth} year, the park turns over its bandstand, its lawns and one very large tree to <strong>twenty-six bands</strong>. Brass parades leave the north gate at noon, and the last slow dance ends at eleven.',
        'Bring a blanket and a bottle to refill. In case of a storm, the evening concerts move to the Canal Market Hall.',
      ],
    },
    fr: {
      title: 'Tilleuls en bleu {year} : trois jours de jazz',
      text: [
        'Pour sa {nth} année, le parc prête son kiosque, ses pelouses et un très gros arbre à <strong>vingt-six formations</strong>. Les fanfares partent de la porte nord à midi et le dernier slow s’éteint à 23 h.',
        'Apportez une couverture et une gourde. En cas d’orage, les concerts du soir se déplacent à la Halle du Canal.',
      ],
    },
  },
  {
    key: 'tin-roof-sessions',
    rhythm: { monthly: 'sat', nth: [2], months: [2, 5, 8, 11] },
    hours: ['21:00', '00:30'],
    venues: ['rain-room'],
    organizers: ['cedar-coast'],
    categories: ['music'],
    tags: ['live-music'],
    cost: 20,
    ticketed: true,
    website: true,
    editions: [
      {
        en: ['Moss Parade and Kelp', 'Two bands that met while hiding from the same downpour.'],
      },
      {
        en: ['Antlers of Glass', 'Loud, tender, and finished before the last bus.'],
      },
      {
        en: ['Night Ferry Choir', 'Eleven voices and a drum machine with opinions.'],
      },
      {
        en: ['The Umbrella Thieves', 'Surf guitar for people who own a raincoat.'],
      },
    ],
    en: {
      title: 'Tin Roof Sessions: {theme}',
      text: [
        'Local bands play one long set under the noisiest roof on the coast. {more}',
        'Nineteen and over. Earplugs are free at the bar, and so is advice about the sound.',
      ],
    },
  },
  {
    key: 'weak-signal',
    rhythm: { monthly: 'sat', nth: [4], months: [3, 8, 11] },
    hours: ['22:00', '02:30'],
    venues: ['halle-du-canal', 'theatre-de-la-lanterne'],
    organizers: ['quartier-vivant', 'loutre-bleue'],
    categories: ['music'],
    tags: ['live-music'],
    cost: [15, 22],
    ticketed: true,
    editions: [
      {
        en: ['Copper', 'Modular synthesizers wired up in plain sight.'],
        fr: ['Cuivre', 'Des synthétiseurs modulaires câblés sous vos yeux.'],
      },
      {
        en: ['Static', 'Radio noise, tape loops and a bass you feel in your knees.'],
        fr: [
          'Parasites',
          'Bruits de radio, boucles de ruban et une basse qui se sent dans les genoux.',
        ],
      },
      {
        en: ['Antenna', 'Three producers share one table and no plan.'],
        fr: ['Antenne', 'Trois artistes se partagent une table, sans aucun plan.'],
      },
    ],
    en: {
      title: 'Weak Signal: {theme}',
      text: [
        'A night of slow electronic music that gets faster without telling anyone. {more}',
        'Phones stay in pockets. A quiet room with cushions is open all night at {venue}.',
      ],
    },
    fr: {
      title: 'Signal faible : {theme}',
      text: [
        'Une nuit de musique électronique lente, qui accélère sans prévenir personne. {more}',
        'Les téléphones restent dans les poches. Un salon tranquille, avec des coussins, est ouvert toute la nuit. Rendez-vous {atVenue}.',
      ],
    },
  },
]
