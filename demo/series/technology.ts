import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const technologySeries: Series[] = [
  {
    key: 'web-meetup',
    rhythm: { monthly: 'tue', nth: [2], months: season(9, 6) },
    hours: ['18:00', '20:30'],
    venues: ['loft-octet'],
    organizers: ['octets-libres'],
    categories: ['technology'],
    tags: ['talk', 'bilingual', 'accessible'],
    cost: 0,
    first: 83,
    website: true,
    editions: [
      {
        en: [
          'Forms That Do Not Shout',
          'Three ways to tell people they made a mistake without making them feel stupid.',
        ],
        fr: [
          'des formulaires qui ne crient pas',
          'Trois façons de signaler une erreur sans humilier personne.',
        ],
      },
      {
        en: [
          'Databases for Small Towns',
          'Ten thousand rows are plenty: how to keep them for thirty years.',
        ],
        fr: [
          'des bases de données à échelle de village',
          'Dix mille lignes suffisent : comment les garder trente ans.',
        ],
      },
      {
        en: [
          'Time Zones, a Love Story',
          'Why the same meeting happened twice, and once not at all.',
        ],
        fr: [
          'les fuseaux horaires, une histoire d’amour',
          'Pourquoi la même réunion a eu lieu deux fois, puis pas du tout.',
        ],
      },
      {
        en: [
          'Maps Without Tracking',
          'Self-hosted tiles, free data and a printer the size of a door.',
        ],
        fr: [
          'des cartes sans pistage',
          'Des tuiles hébergées chez soi, des données libres et une imprimante grande comme une porte.',
        ],
      },
      {
        en: [
          'The Keyboard First',
          'An evening with the mouse unplugged, led by people who never use one.',
        ],
        fr: [
          'le clavier d’abord',
          'Une soirée souris débranchée, guidée par des gens qui n’en utilisent jamais.',
        ],
      },
      {
        en: ['Tests You Want to Read', 'Bring the worst test you ever wrote; prizes for honesty.'],
        fr: [
          'des tests qu’on a envie de lire',
          'Apportez le pire test de votre carrière ; la franchise sera récompensée.',
        ],
      },
      {
        en: [
          'Old Hardware, New Tricks',
          'A web server on a twelve-year-old phone, and the bill at the end of the year.',
        ],
        fr: [
          'vieilles machines, nouveaux tours',
          'Un serveur web sur un téléphone de douze ans, et la facture en fin d’année.',
        ],
      },
    ],
    en: {
      title: 'Web Meetup No. {n}: {theme}',
      text: [
        'Two short talks, one long break and a room full of people who build websites for a living or for love. {more}',
        'Slides in one language, questions in either. Doors open at half past five.',
      ],
    },
    fr: {
      title: 'Rencontre web nº {n} : {theme}',
      text: [
        'Deux courts exposés, une longue pause et une salle de gens qui font des sites par métier ou par amour. {more}',
        'Diapos dans une langue, questions dans l’autre. Ouverture des portes à 17 h 30.',
      ],
    },
  },
  {
    key: 'commons-conference',
    rhythm: { monthly: 'thu', nth: [2], months: [5, 10] },
    hours: ['09:00', '17:00'],
    days: 2,
    venues: ['centre-du-fleuve', 'riverlight-centre'],
    organizers: ['octets-libres', 'fondation-aurore'],
    categories: ['technology'],
    tags: ['talk', 'bilingual', 'registration', 'accessible'],
    cost: [90, 240],
    first: 11,
    featured: true,
    ticketed: true,
    website: true,
    editions: [
      { en: ['Software That Lasts'], fr: ['des logiciels qui durent'] },
      { en: ['Tools for Town Halls'], fr: ['des outils pour les mairies'] },
      { en: ['Two Languages, One Interface'], fr: ['deux langues, une interface'] },
    ],
    en: {
      title: 'Digital Commons Conference {year}: {theme}',
      text: [
        'Two days of talks and hallway conversations on technology we own together. Simultaneous interpretation in every room, childcare on both days, and badges without company names.',
        [
          'Forty talks, none longer than twenty-five minutes',
          'A quiet room and a loud one',
          'Travel grants for twenty students',
        ],
      ],
    },
    fr: {
      title: 'Colloque des communs numériques {year} : {theme}',
      text: [
        'Deux jours d’exposés et de conversations de corridor sur les technologies qui nous appartiennent à tous. Interprétation simultanée dans toutes les salles, halte-garderie les deux jours et cocardes sans nom d’entreprise.',
        [
          'Quarante exposés, pas un de plus de vingt-cinq minutes',
          'Une salle calme et une salle bruyante',
          'Des bourses de voyage pour vingt étudiants',
        ],
      ],
    },
  },
  {
    key: 'calendar-webinar',
    rhythm: { monthly: 'wed', nth: [3], months: [1, 3, 6, 9, 11] },
    hours: ['12:00', '13:00'],
    online: true,
    organizers: ['octets-libres'],
    categories: ['technology'],
    tags: ['registration', 'beginners'],
    cost: 0,
    website: true,
    editions: [
      {
        en: [
          'Writing an Event Page People Finish',
          'The date, the door, the price: in that order, and above the poetry.',
        ],
        fr: [
          'une page d’évènement qu’on lit jusqu’au bout',
          'La date, la porte, le prix : dans cet ordre, et avant la poésie.',
        ],
      },
      {
        en: [
          'Alternative Text in Twenty Examples',
          'What to say about a photograph, and when to say nothing.',
        ],
        fr: ['le texte alternatif en vingt exemples', 'Que dire d’une photo, et quand se taire.'],
      },
      {
        en: [
          'Calendar Feeds Explained',
          'How your events can appear in calendars you have never seen.',
        ],
        fr: [
          'les flux de calendrier, expliqués',
          'Comment vos évènements se retrouvent dans des calendriers que vous n’avez jamais vus.',
        ],
      },
      {
        en: [
          'Translating Without Tears',
          'Who writes first, who reads last, and why machines need an editor.',
        ],
        fr: [
          'traduire sans pleurer',
          'Qui écrit d’abord, qui relit enfin, et pourquoi la machine a besoin d’un réviseur.',
        ],
      },
    ],
    en: {
      title: 'Lunch Webinar: {theme}',
      text: [
        'One hour online for organizers who do their own web pages. {more}',
        'Live captions in both languages. The link is sent when you register, and the recording stays up for a month.',
      ],
    },
    fr: {
      title: 'Webinaire du midi : {theme}',
      text: [
        'Une heure en ligne pour les organismes qui tiennent eux-mêmes leurs pages. {more}',
        'Sous-titres en direct dans les deux langues. Le lien arrive à l’inscription, et l’enregistrement reste un mois.',
      ],
    },
  },
  {
    key: 'patient-help',
    rhythm: { monthly: 'mon', nth: [1], months: [2, 4, 6, 8, 10, 12] },
    hours: ['13:30', '16:00'],
    venues: ['bibliotheque-saint-elme', 'ashgrove-library', 'bibliotheque-du-marais'],
    organizers: ['octets-libres', 'reseau-passerelles'],
    categories: ['technology', 'community'],
    tags: ['seniors', 'newcomers', 'beginners', 'accessible'],
    cost: 0,
    editions: [
      { en: ['Passwords'], fr: ['les mots de passe'] },
      { en: ['Photos, and Where They Go'], fr: ['les photos, et où elles s’en vont'] },
      { en: ['Video Calls with Grandchildren'], fr: ['voir ses petits-enfants à l’écran'] },
      { en: ['Spotting a Scam'], fr: ['flairer l’arnaque'] },
      { en: ['Government Forms Online'], fr: ['les formulaires en ligne'] },
    ],
    en: {
      title: 'Patient Help with Computers: {theme}',
      text: [
        'Bring the device that annoys you and a volunteer will sit beside you until it stops. The first half hour is about the theme, the rest about whatever you like.',
        'No appointment, no jargon, no sighing. At {venue}.',
      ],
    },
    fr: {
      title: 'Coup de main informatique : {theme}',
      text: [
        'Apportez l’appareil qui vous exaspère : un bénévole restera à côté de vous jusqu’à ce que ça passe. La première demi-heure suit le thème, la suite vous appartient.',
        'Sans rendez-vous, sans jargon, sans soupirs. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'open-data-breakfast',
    rhythm: { monthly: 'fri', nth: [2], months: season(9, 12) },
    hours: ['08:00', '09:15'],
    online: true,
    organizers: ['octets-libres', 'memoire-vive'],
    categories: ['technology'],
    tags: ['talk', 'bilingual'],
    cost: 0,
    en: {
      title: 'Open Data Breakfast, {month} {year}',
      text: [
        'Coffee in hand, camera optional: archivists and programmers show each other what they found. This month’s dataset is announced the day before, so that nobody can prepare.',
        'Join from any browser; the room opens ten minutes early for small talk.',
      ],
    },
    fr: {
      title: 'Déjeuner des données ouvertes, {month} {year}',
      text: [
        'Café en main et caméra facultative, archivistes et programmeurs se montrent leurs trouvailles. Le jeu de données du mois est dévoilé la veille, pour que personne ne puisse se préparer.',
        'On se joint depuis n’importe quel navigateur ; la salle ouvre dix minutes plus tôt pour jaser.',
      ],
    },
  },
]
