import type { Series } from './series.ts'

export const exhibitionSeries: Series[] = [
  {
    key: 'elm-street-show',
    rhythm: { everyDays: 84, from: -32 },
    days: 80,
    venues: ['galerie-des-ormes'],
    organizers: ['fondation-aurore'],
    categories: ['exhibitions'],
    tags: ['accessible'],
    cost: 0,
    featured: true,
    website: true,
    editions: [
      {
        en: [
          'Maps of Places We Made Up',
          'Fourteen artists chart islands, basements and one imaginary metro line.',
        ],
        fr: [
          'Cartes de lieux inventés',
          'Quatorze artistes y tracent des îles, des sous-sols et une ligne de métro imaginaire.',
        ],
      },
      {
        en: [
          'The Weight of Paper',
          'Sculptures that began as telephone books, receipts and love letters.',
        ],
        fr: [
          'Le Poids du papier',
          'Des sculptures nées d’annuaires, de reçus et de lettres d’amour.',
        ],
      },
      {
        en: [
          'Blue, at Last',
          'Three centuries of pigment and the people who poisoned themselves for it.',
        ],
        fr: [
          'Enfin, du bleu',
          'Trois siècles de pigments et de gens qui se sont empoisonnés pour eux.',
        ],
      },
      {
        en: [
          'Portraits of People Waiting',
          'Photographs from bus shelters, kitchens and hospital corridors.',
        ],
        fr: [
          'Portraits de gens qui attendent',
          'Des photographies d’abribus, de cuisines et de couloirs d’hôpital.',
        ],
      },
    ],
    en: {
      title: 'Exhibition: {theme}',
      text: [
        'A new exhibition fills the three rooms of the Elm Street Gallery. {more}',
        'Open every day from eleven to six. <strong>Sit on the bench</strong>: the last work only shows itself after a few minutes.',
      ],
    },
    fr: {
      title: 'Exposition : {theme}',
      text: [
        'Une nouvelle exposition occupe les trois salles de la Galerie des Ormes. {more}',
        'Tous les jours de 11 h à 18 h. <strong>Prenez le temps du banc</strong> : la dernière œuvre ne se montre qu’au bout de quelques minutes.',
      ],
    },
  },
  {
    key: 'copper-roof-show',
    rhythm: { everyDays: 120, from: -12 },
    days: 110,
    venues: ['copper-roof-gallery'],
    organizers: ['fondation-aurore', 'lumiere-du-nord'],
    categories: ['exhibitions'],
    tags: ['accessible'],
    cost: [8, 14],
    editions: [
      {
        en: ['Soft Machines', 'Looms, felt robots and a quilt that hums when you come near.'],
        fr: [
          'Machines douces',
          'Des métiers, des robots de feutre et une courtepointe qui bourdonne quand on l’approche.',
        ],
      },
      {
        en: [
          'River, Ink, River',
          'Prints made with water drawn at the same spot, once a week for a year.',
        ],
        fr: [
          'Rivière, encre, rivière',
          'Des estampes faites avec l’eau d’un même endroit, une fois par semaine pendant un an.',
        ],
      },
      {
        en: [
          'What the Roof Saw',
          'Six painters look down at one city block for a hundred and ten days.',
        ],
        fr: [
          'Ce que le toit a vu',
          'Six peintres regardent d’en haut le même pâté de maisons pendant cent dix jours.',
        ],
      },
    ],
    en: {
      title: '{theme}, at the Copper Roof Gallery',
      text: [
        'The gallery’s new season opens with work you are allowed to stand very close to. {more}',
        'Closed on Mondays to visitors, but not to school groups. The lower price is for students and anyone who says so.',
      ],
    },
    fr: {
      title: '{theme}, à la Galerie du Toit de cuivre',
      text: [
        'La galerie ouvre sa saison avec des œuvres dont on peut s’approcher de très près. {more}',
        'Fermé le lundi, sauf aux groupes scolaires. Le petit prix est pour les étudiants et pour qui le demande.',
      ],
    },
  },
  {
    key: 'opening-night',
    rhythm: { monthly: 'thu', nth: [2], months: [3, 5, 7, 9, 11] },
    hours: ['17:30', '20:30'],
    venues: ['galerie-des-ormes', 'studio-lumiere-du-nord', 'copper-roof-gallery'],
    organizers: ['fondation-aurore'],
    categories: ['exhibitions'],
    tags: ['bilingual'],
    cost: 0,
    editions: [
      {
        en: ['Small Formats', 'Nothing on the walls is larger than a postcard.'],
        fr: ['petits formats', 'Rien de plus grand qu’une carte postale aux murs.'],
      },
      {
        en: ['Graduates', 'Nineteen first exhibitions on the same evening.'],
        fr: ['les finissants', 'Dix-neuf premières expositions le même soir.'],
      },
      {
        en: ['Clay', 'Pots, tiles and one life-sized bicycle.'],
        fr: ['la terre cuite', 'Des pots, des carreaux et une bicyclette grandeur nature.'],
      },
      {
        en: ['Guest Country', 'Paintings that arrived by ship and one that missed it.'],
        fr: ['pays invité', 'Des tableaux venus par bateau, et un qui l’a manqué.'],
      },
    ],
    en: {
      title: 'Opening Night: {theme}',
      text: [
        'Meet the artists before the labels go up at {venue}. {more}',
        'Speeches are limited to ninety seconds by an egg timer. Everyone is invited, dogs included.',
      ],
    },
    fr: {
      title: 'Vernissage : {theme}',
      text: [
        'Venez rencontrer les artistes avant la pose des cartels. {more}',
        'Les discours durent quatre-vingt-dix secondes, sablier à l’appui. Tout le monde est invité, chiens compris. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'gallery-sunday',
    rhythm: { monthly: 'sun', nth: [1], months: [2, 5, 8, 11] },
    hours: ['11:00', '18:00'],
    venues: ['copper-roof-gallery'],
    organizers: ['fondation-aurore'],
    categories: ['exhibitions', 'family'],
    tags: ['guided-tour', 'relaxed', 'accessible'],
    cost: 0,
    en: {
      title: 'Free Sunday at the Gallery, {month}',
      text: [
        'Four Sundays a year the ticket desk is closed and everything else is open. Tours leave at noon in French and at two in English; at three, children lead the way and adults follow.',
        'Between eleven and noon, lights and sound are turned down for a <strong>relaxed hour</strong>.',
      ],
    },
    fr: {
      title: 'Dimanche gratuit à la galerie, {month}',
      text: [
        'Quatre dimanches par an, le guichet ferme et tout le reste ouvre. Visites en français à midi, en anglais à 14 h ; à 15 h, ce sont les enfants qui guident et les adultes qui suivent.',
        'De 11 h à midi, on baisse la lumière et le son : c’est l’<strong>heure détendue</strong>.',
      ],
    },
  },
]
