import type { Series } from './series.ts'

export const workshopSeries: Series[] = [
  {
    key: 'life-drawing',
    rhythm: { monthly: 'wed', nth: [2], months: [1, 3, 5, 9, 11] },
    hours: ['18:30', '21:00'],
    venues: ['studio-lumiere-du-nord'],
    organizers: ['lumiere-du-nord'],
    categories: ['arts'],
    tags: ['workshop', 'beginners'],
    cost: 16,
    editions: [
      {
        en: [
          'Short Poses',
          'Nothing longer than five minutes: you will use a lot of paper and regret none of it.',
        ],
        fr: [
          'poses courtes',
          'Rien au-delà de cinq minutes : vous userez beaucoup de papier, sans regret.',
        ],
      },
      {
        en: ['Two Models', 'Two figures and the difficult shape of the air between them.'],
        fr: ['deux modèles', 'Deux silhouettes, et la forme difficile de l’air entre les deux.'],
      },
      {
        en: ['Charcoal Only', 'Bring an apron, or a shirt you no longer love.'],
        fr: ['tout au fusain', 'Apportez un tablier, ou une chemise que vous n’aimez plus.'],
      },
      {
        en: ['With a Cellist', 'The model moves with the music and so, more or less, do we.'],
        fr: ['avec violoncelle', 'Le modèle suit la musique, et nous aussi, plus ou moins.'],
      },
    ],
    en: {
      title: 'Life Drawing: {theme}',
      text: [
        'An evening with a live model, under the studio’s tall windows. {more}',
        'Easels, boards and good coffee are included. No teacher, but plenty of neighbours who will help if you ask.',
      ],
    },
    fr: {
      title: 'Dessin d’après modèle : {theme}',
      text: [
        'Une soirée avec modèle vivant, sous les hautes fenêtres de l’atelier. {more}',
        'Chevalets, planches et bon café compris. Pas de professeur, mais des voisins de table toujours prêts à aider.',
      ],
    },
  },
  {
    key: 'print-weekend',
    rhythm: { monthly: 'sat', nth: [4], months: [1, 4, 8] },
    hours: ['10:00', '16:00'],
    days: 2,
    venues: ['studio-lumiere-du-nord'],
    organizers: ['lumiere-du-nord', 'papier-et-vent'],
    categories: ['arts'],
    tags: ['workshop', 'registration', 'beginners'],
    cost: 145,
    ticketed: true,
    editions: [
      {
        en: ['Linocut', 'Carve on Saturday, print on Sunday, wash your hands on Monday.'],
        fr: [
          'linogravure',
          'On grave le samedi, on imprime le dimanche, on se lave les mains le lundi.',
        ],
      },
      {
        en: [
          'Letterpress Posters',
          'Set wooden type by hand and print twenty copies of one good sentence.',
        ],
        fr: [
          'affiches au plomb',
          'On compose des caractères de bois et on imprime vingt exemplaires d’une seule bonne phrase.',
        ],
      },
      {
        en: ['Bookbinding', 'Leave with two sewn notebooks and strong opinions about thread.'],
        fr: ['reliure', 'On repart avec deux carnets cousus et des idées arrêtées sur le fil.'],
      },
    ],
    en: {
      title: 'Print Weekend: {theme}',
      text: [
        'Two days at the presses with a teacher for every four people. {more}',
        [
          'All materials and two lunches are included',
          'No experience needed',
          'Long hair must be tied back: the presses are older than safety',
        ],
      ],
    },
    fr: {
      title: 'Fin de semaine d’estampe : {theme}',
      text: [
        'Deux jours aux presses, avec une personne pour guider chaque groupe de quatre. {more}',
        [
          'Matériel et deux repas compris',
          'Aucune expérience nécessaire',
          'Cheveux longs attachés : les presses sont plus vieilles que la prudence',
        ],
      ],
    },
  },
  {
    key: 'photo-walk',
    rhythm: { monthly: 'sun', nth: [2], months: [2, 6, 10] },
    hours: ['08:30', '11:00'],
    venues: ['salt-lane-yard'],
    organizers: ['salt-lane-makers'],
    categories: ['arts', 'outdoors'],
    tags: ['open-air', 'beginners'],
    cost: 6,
    editions: [
      { en: ['Doors'] },
      { en: ['Puddles'] },
      { en: ['Other People’s Laundry'] },
      { en: ['Letters and Numbers'] },
    ],
    en: {
      title: 'Early Photo Walk: {theme}',
      text: [
        'A slow walk through empty streets with one subject and one lens. Any camera will do, including the one in your pocket.',
        'We end in the Yard with tea, a projector and <strong>three pictures each</strong>, no excuses.',
      ],
    },
  },
  {
    key: 'hackathon',
    rhythm: { monthly: 'sat', nth: [4], months: [3, 9] },
    hours: ['09:00', '18:00'],
    days: 2,
    venues: ['loft-octet'],
    organizers: ['octets-libres', 'quartier-vivant'],
    categories: ['technology', 'community'],
    tags: ['teens', 'workshop', 'registration', 'beginners'],
    cost: 0,
    featured: true,
    editions: [
      { en: ['A Better Bus Stop'], fr: ['un meilleur abribus'] },
      { en: ['The Library of Things'], fr: ['la bibliothèque d’objets'] },
      { en: ['Snow, Shovels and Neighbours'], fr: ['neige, pelles et voisins'] },
    ],
    en: {
      title: 'Neighbourhood Hackathon: {theme}',
      text: [
        'One local problem, two days, teams of five with at least one person who does not code. On Sunday at four, the neighbours vote with wooden tokens.',
        'Meals included. Nobody stays overnight: <strong>sleep is a feature</strong>.',
      ],
    },
    fr: {
      title: 'Marathon de code du quartier : {theme}',
      text: [
        'Un problème bien d’ici, deux jours, des équipes de cinq où au moins une personne ne programme pas. Dimanche à 16 h, le voisinage vote avec des jetons de bois.',
        'Repas compris. Personne ne passe la nuit sur place : <strong>dormir fait partie du devis</strong>.',
      ],
    },
  },
  {
    key: 'maker-evening',
    rhythm: { monthly: 'thu', nth: [3], months: [2, 5, 9, 11] },
    hours: ['18:30', '21:00'],
    venues: ['salt-lane-yard'],
    organizers: ['salt-lane-makers'],
    categories: ['technology', 'arts'],
    tags: ['workshop', 'beginners'],
    cost: [12, 18],
    ticketed: true,
    editions: [
      {
        en: ['Solder Your First Radio', 'By nine o’clock you will be listening to something.'],
        fr: ['soudez votre première radio', 'À 21 h, vous écouterez quelque chose.'],
      },
      {
        en: ['Clocks, Opened', 'Take apart a mantel clock and put most of it back.'],
        fr: ['horloges à cœur ouvert', 'On démonte une pendule, et on en remonte l’essentiel.'],
      },
      {
        en: ['Neon, Faked', 'Bendy lights and bad puns for your kitchen wall.'],
        fr: ['faux néons', 'Des lumières souples et de mauvais jeux de mots pour la cuisine.'],
      },
    ],
    en: {
      title: 'Maker Evening: {theme}',
      text: [
        'A hands-on evening under the railway arches, all tools provided. {more}',
        'Members pay the lower price and are expected to know where the plasters are.',
      ],
    },
    fr: {
      title: 'Soirée bricolage à Londres : {theme}',
      text: [
        'Une soirée pratique sous les arches du chemin de fer, outils fournis. {more}',
        'Les membres paient le petit prix et sont censés savoir où se trouvent les pansements.',
      ],
    },
  },
]
