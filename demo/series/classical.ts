import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const classicalSeries: Series[] = [
  {
    key: 'season-concert',
    rhythm: { monthly: 'fri', nth: [3], months: season(9, 5) },
    hours: ['19:30', '21:45'],
    venues: ['salle-des-deux-rives', 'salle-boreale'],
    organizers: ['deux-rives', 'fondation-aurore'],
    categories: ['classical'],
    tags: ['live-music', 'accessible'],
    cost: [28, 95],
    featured: true,
    ticketed: true,
    website: true,
    editions: [
      {
        en: [
          'Ravel by Moonlight',
          'Ravel’s <em>Mother Goose</em> frames a new nocturne for harp and orchestra.',
        ],
        fr: [
          'Ravel au clair de lune',
          '<em>Ma mère l’Oye</em> de Ravel encadre un nocturne tout neuf pour harpe et orchestre.',
        ],
      },
      {
        en: [
          'The Great Thaw',
          'Sibelius, Schumann’s “Spring” symphony and the crackle of ice recorded on the river.',
        ],
        fr: [
          'La grande débâcle',
          'Sibelius, la symphonie « Le Printemps » de Schumann et des craquements de glace captés sur la rivière.',
        ],
      },
      {
        en: [
          'Four Hands, One River',
          'A double piano concerto, then Smetana following the water to the sea.',
        ],
        fr: [
          'Quatre mains, une rivière',
          'Un concerto pour deux pianos, puis Smetana qui suit l’eau jusqu’à la mer.',
        ],
      },
      {
        en: [
          'Farewell, Mr Haydn',
          'Players leave the stage one by one, as written, and nobody is offended.',
        ],
        fr: [
          'Adieu, monsieur Haydn',
          'Les musiciens quittent la scène un à un, comme c’est écrit, et personne ne s’en offusque.',
        ],
      },
      {
        en: [
          'Songs of the Portage',
          'A cantata for choir, paddles and orchestra, commissioned for the season.',
        ],
        fr: [
          'Chants de portage',
          'Une cantate pour chœur, avirons et orchestre, commandée pour la saison.',
        ],
      },
      {
        en: [
          'Brahms and Company',
          'The fourth symphony, with the two composers who envied him most.',
        ],
        fr: [
          'Brahms et compagnie',
          'La quatrième symphonie, entourée des deux compositeurs qui l’enviaient le plus.',
        ],
      },
      {
        en: [
          'A Requiem for Everyone',
          'Fauré with two hundred singers, professionals and neighbours together.',
        ],
        fr: [
          'Un requiem pour tout le monde',
          'Fauré avec deux cents choristes, gens de métier et gens du voisinage.',
        ],
      },
    ],
    en: {
      title: 'Two Shores Orchestra: {theme}',
      text: [
        'The orchestra’s {month} programme crosses the river once more, to {venue}. {more}',
        'A short talk in both languages begins at 6:45 p.m. <strong>Under-thirties pay half</strong> on the day, at the door.',
      ],
    },
    fr: {
      title: 'Orchestre des Deux Rives : {theme}',
      text: [
        'Le programme {ofMonth} de l’orchestre fait encore une fois la traversée. Rendez-vous {atVenue}. {more}',
        'Une courte présentation bilingue commence à 18 h 45. <strong>Moitié prix pour les moins de 30 ans</strong> le jour même, à la porte.',
      ],
    },
  },
  {
    key: 'open-choir',
    rhythm: { monthly: 'tue', nth: [2], months: [1, 3, 5, 9, 11] },
    hours: ['18:30', '20:30'],
    venues: ['salle-du-mascaret'],
    organizers: ['maree-haute', 'reseau-passerelles'],
    categories: ['classical', 'community'],
    tags: ['bilingual', 'beginners'],
    cost: 0,
    editions: [
      { en: ['Rounds and Canons'], fr: ['rondes et canons'] },
      { en: ['Sea Songs'], fr: ['chants de mer'] },
      { en: ['Lullabies from Everywhere'], fr: ['berceuses de partout'] },
      { en: ['Songs for a Film Never Made'], fr: ['musique d’un film jamais tourné'] },
    ],
    en: {
      title: 'Choir with the Doors Open: {theme}',
      text: [
        'On certain Tuesdays the Tidal Bore choir rehearses in public and lends its scores to anyone who walks in. You need neither a good voice nor any notion of solfège: you will sit between two people who have both.',
        'Warm-up in English, rehearsal in French, tea in whatever is left.',
      ],
    },
    fr: {
      title: 'Chœur portes ouvertes : {theme}',
      text: [
        'Certains mardis, le chœur du Mascaret répète en public et prête ses partitions à qui passe la porte. Nul besoin d’une belle voix ni de solfège : on vous assoira entre deux personnes qui ont les deux.',
        'Échauffement en anglais, répétition en français, tisane dans la langue qui reste.',
      ],
    },
  },
  {
    key: 'opera-in-an-hour',
    rhythm: { monthly: 'sat', nth: [3], months: [2, 5, 11] },
    hours: ['16:00', '17:00'],
    venues: ['salle-boreale', 'salle-des-deux-rives'],
    organizers: ['deux-rives', 'lanterne'],
    categories: ['classical', 'family'],
    tags: ['live-music', 'relaxed', 'accessible'],
    cost: [12, 20],
    ticketed: true,
    editions: [
      {
        en: ['The Magic Flute', 'The dragon is played by three trombones.'],
        fr: ['La Flûte enchantée', 'Le dragon est joué par trois trombones.'],
      },
      {
        en: ['Carmen', 'All the famous tunes, and a narrator who cannot keep a secret.'],
        fr: ['Carmen', 'Tous les airs connus, et un narrateur incapable de garder un secret.'],
      },
      {
        en: ['Hansel and Gretel', 'The gingerbread house is real, and shared out at the end.'],
        fr: ['Hansel et Gretel', 'La maison est en vrai pain d’épices, et on la partage à la fin.'],
      },
    ],
    en: {
      title: 'Opera in an Hour: {theme}',
      text: [
        'A whole opera, trimmed to sixty minutes for people with short legs or little patience. {more}',
        'This is a <strong>relaxed performance</strong>: come and go, hum, ask questions out loud.',
      ],
    },
    fr: {
      title: 'L’opéra en une heure : {theme}',
      text: [
        'Un opéra entier, ramené à soixante minutes pour les petites jambes et les grandes impatiences. {more}',
        'C’est une <strong>séance détendue</strong> : on peut entrer, sortir, fredonner et poser ses questions à voix haute.',
      ],
    },
  },
  {
    key: 'new-year-concert',
    rhythm: { yearly: { month: 1, day: 2 } },
    hours: ['14:00', '16:00'],
    venues: ['salle-boreale'],
    organizers: ['deux-rives'],
    categories: ['classical'],
    tags: ['live-music', 'winter', 'seniors'],
    cost: [22, 60],
    first: 31,
    featured: true,
    ticketed: true,
    website: true,
    en: {
      title: 'New Year’s Concert {year}',
      text: [
        'Waltzes, polkas and one piece in a language nobody in the hall speaks: that is the tradition, for the {nth} time. The audience conducts the last encore, badly and with joy.',
        'Coats can be checked free of charge, boots included.',
      ],
    },
    fr: {
      title: 'Concert du Nouvel An {year}',
      text: [
        'Des valses, des polkas et une pièce dans une langue que personne ne parle dans la salle : la tradition tient depuis {n} éditions. Le public dirige le dernier rappel, mal, mais avec joie.',
        'Vestiaire gratuit, bottes comprises.',
      ],
    },
  },
]
