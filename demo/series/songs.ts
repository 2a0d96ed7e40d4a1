import type { Series } from './series.ts'

export const songSeries: Series[] = [
  {
    key: 'kitchen-party',
    rhythm: { monthly: 'fri', nth: [4], months: [1, 3, 5, 7, 8, 10, 11] },
    hours: ['19:00', '23:00'],
    venues: ['grange-rouge', 'salle-du-mascaret'],
    organizers: ['maree-haute'],
    categories: ['songs'],
    tags: ['live-music', 'bilingual', 'beginners'],
    cost: 10,
    editions: [
      {
        en: ['Fiddles and Feet', 'Step-dancers bring their own boards.'],
        fr: ['violons et pieds', 'Les gigueux apportent leur planche.'],
      },
      {
        en: ['The Squeezebox Summit', 'Nine accordions, three families, one stove.'],
        fr: ['le sommet de l’accordéon', 'Neuf accordéons, trois familles, un poêle.'],
      },
      {
        en: ['Songs with Thirty Verses', 'Learn the chorus; someone else knows the rest.'],
        fr: ['chansons à trente couplets', 'Apprenez le refrain, quelqu’un d’autre sait la suite.'],
      },
      {
        en: [
          'Spoons, Jaw Harps and Other Cutlery',
          'An evening for the instruments you find in a drawer.',
        ],
        fr: [
          'cuillères, guimbardes et autres ustensiles',
          'Une soirée pour les instruments qui traînent dans les tiroirs.',
        ],
      },
      {
        en: ['Tunes from the Islands', 'Guests come over by ferry with reels and smoked herring.'],
        fr: [
          'airs des îles',
          'Nos invités arrivent par le traversier avec des reels et du hareng fumé.',
        ],
      },
      {
        en: ['The Great Waltz Swap', 'Teach one, learn one, dance them all.'],
        fr: [
          'le grand troc de valses',
          'On en montre une, on en apprend une, on les danse toutes.',
        ],
      },
    ],
    en: {
      title: 'Kitchen Party: {theme}',
      text: [
        'The chairs go against the wall, the kettle goes on, and the tunes start at {venue}. {more}',
        'Bring something sweet for the table. <strong>Children under twelve come free</strong> and usually outlast their parents.',
      ],
    },
    fr: {
      title: 'Soirée de cuisine : {theme}',
      text: [
        'On pousse les chaises, on met l’eau à bouillir, et la musique part toute seule. {more}',
        'Apportez une gâterie pour la table. <strong>Gratuit avant douze ans</strong> : les enfants tiennent d’ailleurs plus longtemps que les parents. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'pocket-songs',
    rhythm: { monthly: 'thu', nth: [3], months: [1, 4, 6, 10] },
    hours: ['20:30', '22:15'],
    venues: ['maison-mercure'],
    organizers: ['amis-de-mercure'],
    categories: ['songs'],
    tags: ['live-music'],
    cost: [10, 15],
    ticketed: true,
    website: true,
    editions: [
      {
        en: ['Lazare Quint', 'A voice like gravel and a very clean guitar.'],
        fr: ['Lazare Quint', 'Une voix de gravier et une guitare très propre.'],
      },
      {
        en: [
          'Ombeline and the Umbrellas',
          'Three-part harmony about bad weather and worse lovers.',
        ],
        fr: [
          'Ombeline et les Parapluies',
          'Trois voix pour chanter le mauvais temps et les pires amants.',
        ],
      },
      {
        en: [
          'Songs My Concierge Taught Me',
          'A repertoire collected on one staircase over forty years.',
        ],
        fr: [
          'Les Chansons de ma concierge',
          'Un répertoire recueilli dans une seule cage d’escalier, en quarante ans.',
        ],
      },
      {
        en: ['Quebec Visits the Passage', 'Two singers from Montréal and their foot-tapping.'],
        fr: ['Le Québec passe par le passage', 'Deux chanteuses de Montréal et leur podorythmie.'],
      },
    ],
    en: {
      title: 'Pocket Songs: {theme}',
      text: [
        'One singer, ninety seats and no amplification to speak of. {more}',
        'Lyrics are handed out in French with an English summary. The bar serves soup until the lights go down.',
      ],
    },
    fr: {
      title: 'Chansons de poche : {theme}',
      text: [
        'Un tour de chant pour quatre-vingt-dix fauteuils, presque sans micro. {more}',
        'Les paroles sont distribuées à l’entrée, avec un résumé en anglais. Le bar sert de la soupe jusqu’à l’extinction des lumières.',
      ],
    },
  },
  {
    key: 'busking-day',
    rhythm: { monthly: 'sat', nth: [3], months: [5] },
    days: 1,
    organizers: ['quartier-vivant', 'loutre-bleue'],
    categories: ['songs', 'community'],
    tags: ['open-air', 'live-music', 'festival'],
    cost: 0,
    first: 9,
    featured: true,
    en: {
      title: 'Everyone Busks: {nth} Street Music Day',
      text: [
        'For one day, anyone may play on any corner of the neighbourhood without a permit. Pick up a numbered chalk circle from our stand, draw it where you like, and start.',
        'There is no stage and no line-up; a map goes online at breakfast and changes all day.',
      ],
    },
    fr: {
      title: 'Tout le monde dans la rue : {nth} journée des musiciens de trottoir',
      text: [
        'Le temps d’une journée, n’importe qui peut jouer à n’importe quel coin de rue du quartier, sans permis. Prenez une craie numérotée à notre kiosque, tracez votre cercle et commencez.',
        'Ni scène ni programme : un plan paraît en ligne au déjeuner et change jusqu’au soir.',
      ],
    },
  },
  {
    key: 'lullaby-hour',
    rhythm: { monthly: 'sun', nth: [3], months: [1, 3, 10, 11, 12] },
    hours: ['16:30', '17:30'],
    venues: ['bibliotheque-du-marais', 'centre-petit-renard'],
    organizers: ['petit-renard', 'maree-haute'],
    categories: ['songs', 'family'],
    tags: ['relaxed', 'bilingual'],
    cost: 0,
    editions: [
      { en: ['Boats'], fr: ['les bateaux'] },
      { en: ['Animals That Do Not Sleep'], fr: ['les bêtes qui ne dorment pas'] },
      { en: ['Rain on the Roof'], fr: ['la pluie sur le toit'] },
      { en: ['The Moon, Twice'], fr: ['la lune, deux fois'] },
      { en: ['Grandmothers’ Songs'], fr: ['les chansons de grands-mères'] },
    ],
    en: {
      title: 'Lullaby Hour: {theme}',
      text: [
        'Quiet songs for the end of a weekend, sung on cushions and repeated until everyone knows them. A guitarist and two storytellers take turns in English, French and Mi’kmaq.',
        'Pyjamas are perfectly acceptable, at any age.',
      ],
    },
    fr: {
      title: 'L’heure des berceuses : {theme}',
      text: [
        'Des chansons douces pour finir la semaine, qu’on chante sur des coussins et qu’on reprend jusqu’à les savoir. Un guitariste et deux conteuses alternent le français, l’anglais et le mi’kmaq.',
        'Le pyjama est tout à fait admis, à tout âge.',
      ],
    },
  },
  {
    key: 'acadian-day',
    rhythm: { yearly: { month: 8, day: 15 } },
    hours: ['13:00', '22:00'],
    venues: ['parc-de-la-digue'],
    organizers: ['maree-haute', 'memoire-vive'],
    categories: ['songs', 'community'],
    tags: ['festival', 'open-air', 'summer', 'live-music'],
    cost: 0,
    featured: true,
    en: {
      title: 'National Acadian Day on the Dyke',
      text: [
        'The afternoon starts with fiddles and ends with everything that can be struck, shaken or blown. At six o’clock sharp the <strong>tintamarre</strong> leaves the bandshell: bring a pot and a spoon.',
        [
          '1 p.m.: songs and step-dancing',
          '4 p.m.: fricot and poutine râpée, while they last',
          '6 p.m.: tintamarre',
          '8 p.m.: concert by the river',
        ],
      ],
    },
    fr: {
      title: 'Fête nationale de l’Acadie sur la digue',
      text: [
        'L’après-midi commence au violon et finit avec tout ce qui se frappe, se secoue ou se souffle. À 18 h pile, le <strong>tintamarre</strong> part de la conque : apportez un chaudron et une cuillère.',
        [
          '13 h : chansons et gigue',
          '16 h : fricot et poutine râpée, tant qu’il y en a',
          '18 h : tintamarre',
          '20 h : concert au bord de l’eau',
        ],
      ],
    },
  },
]
