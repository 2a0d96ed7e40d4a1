import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const bookSeries: Series[] = [
  {
    key: 'book-club',
    rhythm: { monthly: 'wed', nth: [4] },
    hours: ['18:30', '20:00'],
    venues: ['bibliotheque-saint-elme', 'ashgrove-library'],
    organizers: ['papier-et-vent'],
    categories: ['books'],
    tags: ['bilingual'],
    cost: 0,
    first: 64,
    editions: [
      {
        en: [
          'Middlemarch, Slowly',
          'Part two of four; nobody has finished, so nobody can spoil it.',
        ],
        fr: [
          'Middlemarch, sans se presser',
          'Deuxième partie sur quatre ; personne n’a fini, personne ne vendra la mèche.',
        ],
      },
      {
        en: ['A Novel in Letters', 'Choose any correspondence you like, and read us one page.'],
        fr: [
          'un roman par lettres',
          'Choisissez la correspondance qui vous plaît et lisez-nous-en une page.',
        ],
      },
      {
        en: ['Translated This Year', 'Six recent translations, compared with their originals.'],
        fr: ['traduits cette année', 'Six traductions récentes, comparées à leur original.'],
      },
      {
        en: ['Detectives on Holiday', 'Crime fiction in which it is far too hot to investigate.'],
        fr: ['détectives en vacances', 'Des polars où il fait bien trop chaud pour enquêter.'],
      },
      {
        en: ['Books About Bread', 'A novel, a memoir and a recipe, with samples.'],
        fr: ['des livres sur le pain', 'Un roman, un récit, une recette, et de quoi goûter.'],
      },
      {
        en: ['Poems Under Forty Lines', 'Bring one you know by heart, even by half.'],
        fr: [
          'poèmes de moins de quarante vers',
          'Apportez-en un que vous savez par cœur, même à moitié.',
        ],
      },
      {
        en: ['The Winter Giant', 'One very thick novel for very long nights.'],
        fr: ['le pavé de l’hiver', 'Un très gros roman pour de très longues nuits.'],
        months: season(11, 3),
      },
      {
        en: ['Graphic Novels for Doubters', 'Three gateways for people who “do not read comics”.'],
        fr: [
          'la BD pour les sceptiques',
          'Trois portes d’entrée pour qui « ne lit pas de bandes dessinées ».',
        ],
      },
    ],
    en: {
      title: 'Book Club in Two Languages: {theme}',
      text: [
        'Read in English or in French, talk in both: that is the only rule of our {nth} meeting. {more}',
        'Copies can be borrowed a month ahead at the desk of {venue}.',
      ],
    },
    fr: {
      title: 'Club de lecture à deux langues : {theme}',
      text: [
        'On lit en français ou en anglais et on parle les deux : c’est la seule règle de notre {nth} rencontre. {more}',
        'Des exemplaires se prêtent un mois d’avance au comptoir. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'open-mic',
    rhythm: { monthly: 'fri', nth: [2], months: [1, 3, 5, 6, 8, 10, 12] },
    hours: ['19:30', '22:00'],
    venues: ['auberge-des-conteurs', 'maison-du-courant', 'theatre-de-la-lanterne'],
    organizers: ['papier-et-vent'],
    categories: ['books'],
    tags: ['beginners', 'bilingual', 'pay-what-you-can'],
    cost: 0,
    editions: [
      { en: ['First Drafts'], fr: ['premiers jets'] },
      { en: ['Love and Bus Transfers'], fr: ['amour et correspondances'] },
      { en: ['Things My Mother Said'], fr: ['ce que disait ma mère'] },
      { en: ['Night Poems'], fr: ['poèmes de nuit'] },
      { en: ['No Adjectives'], fr: ['sans adjectifs'] },
      { en: ['Weather Reports'], fr: ['bulletins météo'] },
    ],
    en: {
      title: 'Poetry Open Mic: {theme}',
      text: [
        'Ten poets, five minutes each, one brass bell for those who go over. The theme is a suggestion; the bell is not.',
        'Sign up at {venue} from seven o’clock. First-timers are announced, applauded and given a biscuit.',
      ],
    },
    fr: {
      title: 'Micro ouvert de poésie : {theme}',
      text: [
        'Dix poètes, cinq minutes chacun, une cloche de laiton pour qui dépasse. Le thème est une suggestion ; la cloche, non.',
        'Inscription sur place dès 19 h. Les premières fois sont annoncées, applaudies et récompensées d’un biscuit. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'veillee-de-contes',
    rhythm: { monthly: 'thu', nth: [4], months: [1, 2, 3, 11] },
    hours: ['19:30', '21:30'],
    venues: ['auberge-des-conteurs'],
    organizers: ['memoire-vive'],
    categories: ['books'],
    tags: ['winter', 'history'],
    cost: 12,
    editions: [
      {
        fr: [
          'canots volants et autres transports',
          'On y apprendra pourquoi il ne faut jamais sacrer au-dessus d’un clocher.',
        ],
      },
      {
        fr: [
          'le diable aux noces',
          'Trois versions de la même danse, dont une où il se foule la cheville.',
        ],
      },
      {
        fr: [
          'histoires de chantier',
          'Des récits de bûcherons, recueillis auprès de leurs petites-filles.',
        ],
      },
      {
        fr: ['peurs d’enfance', 'Loups-garous, caves et couloirs : on laisse une lampe allumée.'],
      },
    ],
    fr: {
      title: 'Veillée de contes : {theme}',
      text: [
        'Deux conteuses, un feu à chaque bout de la salle et le vent dehors pour les bruitages. {more}',
        'À partir de <strong>dix ans</strong>. La soupe aux pois est comprise, les cauchemars aussi.',
      ],
    },
  },
  {
    key: 'author-visit',
    rhythm: { monthly: 'thu', nth: [1], months: [2, 4, 5, 9, 11] },
    hours: ['18:00', '19:30'],
    venues: ['bibliotheque-du-marais', 'ashgrove-library', 'bibliotheque-saint-elme'],
    organizers: ['papier-et-vent', 'reseau-passerelles'],
    categories: ['books'],
    tags: ['talk', 'accessible'],
    cost: 0,
    editions: [
      {
        en: [
          'Philomène Asare-Lind',
          'Her new novel follows a lost suitcase through nine airports.',
        ],
        fr: [
          'Philomène Asare-Lind',
          'Son nouveau roman suit une valise perdue à travers neuf aéroports.',
        ],
      },
      {
        en: ['Tobias Marchterre', 'He writes very short stories and answers very long questions.'],
        fr: [
          'Tobias Marchterre',
          'Il écrit de très courtes nouvelles et répond aux très longues questions.',
        ],
      },
      {
        en: ['Wanda Quill-Desrosiers', 'A family cookbook that turned into a family history.'],
        fr: [
          'Wanda Quill-Desrosiers',
          'Un livre de recettes familiales devenu l’histoire d’une famille.',
        ],
      },
      {
        en: ['Ignace Thorburn', 'A botanist’s diary of one ditch, kept for thirty years.'],
        fr: [
          'Ignace Thorburn',
          'Le journal d’un botaniste, tenu trente ans au bord d’un même fossé.',
        ],
      },
    ],
    en: {
      title: 'An Hour with {theme}',
      text: [
        'A reading, a conversation and time for your questions, at {venue}. {more}',
        'Books are for sale and for loan. Sign-language interpretation on request, one week ahead.',
      ],
    },
    fr: {
      title: 'Une heure avec {theme}',
      text: [
        'Une lecture, une conversation et du temps pour vos questions. {more}',
        'Livres à vendre et à emprunter. Interprétation gestuelle sur demande, une semaine à l’avance. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'words-festival',
    rhythm: { monthly: 'fri', nth: [2], months: [4] },
    days: 3,
    venues: ['halle-aux-voiles'],
    organizers: ['papier-et-vent', 'memoire-vive', 'fondation-aurore'],
    categories: ['books'],
    tags: ['festival', 'bilingual', 'accessible'],
    cost: [0.5, 25],
    first: 12,
    featured: true,
    website: true,
    en: {
      title: 'Loose Pages {year}: A Festival of Words',
      text: [
        'Seventy writers, translators and illustrators settle in the old sail loft for three days. Admission costs <strong>fifty cents or a sentence</strong>; evening readings have tickets.',
        [
          'Friday: translators’ duel',
          'Saturday: children’s printing press',
          'Sunday: the great dictation, in two languages',
        ],
      ],
    },
    fr: {
      title: 'Pages volantes {year}, festival des mots',
      text: [
        'Pendant trois jours, soixante-dix plumes, pinceaux et traductrices s’installent dans l’ancienne voilerie. L’entrée coûte <strong>cinquante sous ou une phrase</strong> ; les lectures du soir sont payantes.',
        [
          'Vendredi : duel de traduction',
          'Samedi : imprimerie des enfants',
          'Dimanche : la grande dictée, en deux langues',
        ],
      ],
    },
  },
]
