import type { Series } from './series.ts'

export const chamberSeries: Series[] = [
  {
    key: 'noon-organ',
    rhythm: { monthly: 'wed', nth: [1], months: [2, 4, 6, 8, 10, 12] },
    hours: ['12:10', '12:50'],
    venues: ['eglise-sainte-odile'],
    organizers: ['fondation-aurore'],
    categories: ['classical'],
    tags: ['live-music', 'seniors', 'accessible'],
    cost: 0,
    first: 212,
    editions: [
      {
        en: ['Toccatas for a Busy Lunch', 'Bach, Widor and one piece that sounds like traffic.'],
        fr: [
          'toccatas pour un midi pressé',
          'Bach, Widor et une pièce qui ressemble à la circulation.',
        ],
      },
      {
        en: ['Bells and Birds', 'Messiaen’s blackbirds answer the tower above them.'],
        fr: ['cloches et oiseaux', 'Les merles de Messiaen répondent au clocher, juste au-dessus.'],
      },
      {
        en: [
          'Silent Film, Loud Organ',
          'A ten-minute comedy on the chancel wall, improvised from start to finish.',
        ],
        fr: [
          'film muet, orgue bavard',
          'Dix minutes de comédie projetées dans le chœur, improvisées d’un bout à l’autre.',
        ],
      },
      {
        en: ['The Young Console', 'Three students, aged fifteen to nineteen, share the bench.'],
        fr: [
          'les jeunes aux claviers',
          'Trois élèves de quinze à dix-neuf ans se partagent le banc.',
        ],
      },
      {
        en: [
          'Dances Before the Dessert',
          'Gigues, passacaglias and a tango nobody expected up there.',
        ],
        fr: [
          'danses avant le dessert',
          'Des gigues, des passacailles et un tango que personne n’attendait là-haut.',
        ],
      },
    ],
    en: {
      title: 'Noon Organ: {theme}',
      text: [
        'Forty minutes of organ music, made to fit inside a lunch hour. {more}',
        'Come in by the Bellringer Lane door; sandwiches are welcome in the last six pews. This is recital number {n}.',
      ],
    },
    fr: {
      title: 'Orgue du midi : {theme}',
      text: [
        'Quarante minutes d’orgue, taillées pour une pause de dîner. {more}',
        'Entrez par la ruelle ; les sandwichs sont les bienvenus dans les six derniers bancs. C’est le récital numéro {n}.',
      ],
    },
  },
  {
    key: 'chapel-quartets',
    rhythm: { monthly: 'sun', nth: [2], months: [1, 3, 5, 10, 12] },
    hours: ['15:00', '16:45'],
    venues: ['chapelle-du-cap'],
    organizers: ['fondation-aurore'],
    categories: ['classical'],
    tags: ['live-music', 'history'],
    cost: [25, 45],
    ticketed: true,
    editions: [
      {
        en: [
          'Beethoven’s Last Word',
          'Opus 135, in which the composer asks a question and answers it himself.',
        ],
        fr: [
          'le dernier mot de Beethoven',
          'L’opus 135, où le compositeur pose une question et y répond lui-même.',
        ],
      },
      {
        en: ['Clara and Fanny', 'Two composers who had to wait a century for their turn.'],
        fr: [
          'Clara et Fanny',
          'Deux compositrices qui ont dû patienter un siècle avant leur tour.',
        ],
      },
      {
        en: ['Strings in the Snow', 'Borodin, Arvo Pärt and a thermos of tea at intermission.'],
        fr: ['cordes sous la neige', 'Borodine, Arvo Pärt et du thé bien chaud à l’entracte.'],
        months: [12, 1, 3],
      },
      {
        en: [
          'Debussy, Nearly Alone',
          'His only quartet, next to a brand-new one from across the street.',
        ],
        fr: [
          'Debussy, presque seul',
          'Son unique quatuor, à côté d’un autre, tout neuf, écrit de l’autre côté de la rue.',
        ],
      },
      {
        en: [
          'Schubert, Plus One',
          'A second cello joins for the quintet that no one leaves unmoved.',
        ],
        fr: [
          'Schubert et un de plus',
          'Un second violoncelle se joint au quatuor pour un quintette dont nul ne sort indemne.',
        ],
      },
    ],
    en: {
      title: 'Quartets at the Chapel: {theme}',
      text: [
        'Sunday afternoon, four players, two hundred chairs. {more}',
        'The chapel is heated, but only just: <strong>keep your coat</strong>. Musicians stay for a drink afterwards.',
      ],
    },
    fr: {
      title: 'Quatuors à la chapelle : {theme}',
      text: [
        'Un dimanche après-midi, quatre archets, deux cents chaises. {more}',
        'La chapelle est chauffée, mais à peine : <strong>gardez votre manteau</strong>. Les musiciens restent prendre un verre après le concert.',
      ],
    },
  },
  {
    key: 'baroque-sur-la-pente',
    rhythm: { monthly: 'sat', nth: [1], months: [3, 6, 9, 12] },
    hours: ['20:00', '21:30'],
    venues: ['atelier-de-la-pente'],
    organizers: ['amis-de-mercure'],
    categories: ['classical'],
    tags: ['live-music'],
    cost: [14, 22],
    ticketed: true,
    editions: [
      {
        fr: [
          'violes et confidences',
          'Deux violes de gambe, un théorbe et Marin Marais en toute intimité.',
        ],
      },
      {
        fr: ['la soie et la corde', 'Des danses tissées serré, au milieu des anciens métiers.'],
      },
      {
        fr: ['leçons de ténèbres', 'Couperin à la bougie ; on éteint la dernière flamme ensemble.'],
      },
    ],
    fr: {
      title: 'Baroque sur la pente : {theme}',
      text: [
        'Un concert de musique ancienne dans un atelier de canut, à trois mètres des instruments. {more}',
        'La montée est raide : prévoyez dix minutes et de bonnes chaussures. Jauge limitée à <strong>soixante personnes</strong>.',
      ],
    },
  },
]
