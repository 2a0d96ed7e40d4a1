import type { Series } from './series.ts'

export const stageSeries: Series[] = [
  {
    key: 'film-club',
    rhythm: { monthly: 'tue', nth: [3] },
    hours: ['19:00', '21:30'],
    venues: ['cinema-la-boussole'],
    organizers: ['cine-boussole'],
    categories: ['stage'],
    tags: ['talk'],
    cost: 11.5,
    ticketed: true,
    editions: [
      {
        en: ['The Lighthouse Bride', 'Shot on a rock in eleven days, and lost for fifty years.'],
        fr: [
          'La Mariée du phare',
          'Tourné sur un rocher en onze jours, puis perdu pendant cinquante ans.',
        ],
      },
      {
        en: ['Seven Trams', 'One day, one city, seven drivers who never meet.'],
        fr: ['Sept Tramways', 'Un jour, une ville, sept conducteurs qui ne se croisent jamais.'],
      },
      {
        en: ['My Uncle the Glacier', 'A documentary filmed by a family over three generations.'],
        fr: [
          'Mon oncle le glacier',
          'Un documentaire tourné par une famille, sur trois générations.',
        ],
      },
      {
        en: ['A Thief in the Bakery', 'The gentlest crime film ever made, with real croissants.'],
        fr: [
          'Un voleur dans la boulangerie',
          'Le plus doux des films policiers, avec de vrais croissants.',
        ],
      },
      {
        en: ['Night Shift', 'Four short films about people awake while we sleep.'],
        fr: [
          'Quart de nuit',
          'Quatre courts métrages sur celles et ceux qui veillent pendant que nous dormons.',
        ],
      },
      {
        en: ['The Deaf Pianist', 'A silent film with a live score and, for once, live subtitles.'],
        fr: [
          'Le Pianiste sourd',
          'Un film muet, une partition jouée en direct et, pour une fois, des sous-titres aussi.',
        ],
      },
      {
        en: ['Salt Roads', 'A western without guns, in the desert where the trains stop.'],
        fr: [
          'Les Routes du sel',
          'Un western sans fusils, là où les trains s’arrêtent, au désert.',
        ],
      },
      {
        en: [
          'The Last Projectionist',
          'Our projectionist has asked us not to say anything about it.',
        ],
        fr: [
          'La Dernière Projectionniste',
          'Notre projectionniste nous a priés de ne rien en dire.',
        ],
      },
      {
        en: ['Paper Houses', 'Animation drawn on wallpaper, room by room.'],
        fr: [
          'Maisons de papier',
          'Un film d’animation dessiné sur du papier peint, pièce par pièce.',
        ],
      },
    ],
    en: {
      title: 'Film Club: {theme}',
      text: [
        'A film you will not find anywhere else, introduced and discussed. {more}',
        'Original version with subtitles in the other language. The conversation afterwards moves to the lobby, then to the sidewalk.',
      ],
    },
    fr: {
      title: 'Ciné-club : {theme}',
      text: [
        'Un film introuvable ailleurs, présenté puis discuté. {more}',
        'Version originale, sous-titrée dans l’autre langue. La discussion continue dans le hall, puis sur le trottoir.',
      ],
    },
  },
  {
    key: 'two-voices',
    rhythm: { monthly: 'sat', nth: [2], months: [2, 4, 10, 12] },
    hours: ['20:00', '21:50'],
    venues: ['theatre-de-la-lanterne'],
    organizers: ['lanterne'],
    categories: ['stage'],
    tags: ['bilingual', 'accessible'],
    cost: [24, 38],
    featured: true,
    ticketed: true,
    website: true,
    editions: [
      {
        en: [
          'The Interpreter’s Dinner',
          'A comedy about a woman who softens every insult she translates.',
        ],
        fr: [
          'Le Souper de l’interprète',
          'Une comédie où une femme adoucit toutes les insultes qu’elle traduit.',
        ],
      },
      {
        en: [
          'Two Solitudes and a Dog',
          'A duplex, a thin wall, and a dog that answers to two names.',
        ],
        fr: [
          'Deux solitudes et un chien',
          'Un duplex, un mur trop mince et un chien qui répond à deux noms.',
        ],
      },
      {
        en: [
          'Antigone on the 55 Bus',
          'The old story, between two stops, on a night of freezing rain.',
        ],
        fr: ['Antigone dans la 55', 'La vieille histoire, entre deux arrêts, un soir de verglas.'],
      },
      {
        en: ['What the Snow Kept', 'Spring uncovers one mitten, one letter and one lie.'],
        fr: [
          'Ce que la neige gardait',
          'Le printemps découvre une mitaine, une lettre et un mensonge.',
        ],
      },
    ],
    en: {
      title: '{theme} (theatre in two voices)',
      text: [
        'A play in both languages that you can follow with only one. {more}',
        'Surtitles on both sides of the stage. The <strong>matinée for people with hearing aids</strong> can be booked by telephone.',
      ],
    },
    fr: {
      title: '{theme} (théâtre à deux voix)',
      text: [
        'Une pièce dans les deux langues, qu’on peut suivre avec une seule. {more}',
        'Surtitres des deux côtés de la scène. Une <strong>matinée pour les personnes appareillées</strong> se réserve par téléphone.',
      ],
    },
  },
  {
    key: 'unfinished-dance',
    rhythm: { monthly: 'fri', nth: [1], months: [4, 7, 11] },
    hours: ['19:00', '20:15'],
    venues: ['theatre-de-la-lanterne', 'maison-du-courant', 'salle-du-mascaret'],
    organizers: ['lanterne', 'fondation-aurore'],
    categories: ['stage'],
    tags: ['pay-what-you-can'],
    cost: 0,
    editions: [
      {
        en: ['Gravity Rehearsed', 'Five dancers, one mattress, no jumping to conclusions.'],
        fr: ['Répétition de la gravité', 'Cinq danseurs, un matelas, et aucune chute hâtive.'],
      },
      {
        en: ['Letters to a Knee', 'A solo by a choreographer recovering from surgery.'],
        fr: ['Lettres à un genou', 'Le solo d’une chorégraphe en convalescence.'],
      },
      {
        en: ['Crowd of Two', 'A duet that recruits a third person from the front row.'],
        fr: ['Foule à deux', 'Un duo qui recrute une troisième personne au premier rang.'],
      },
    ],
    en: {
      title: 'Unfinished: {theme}',
      text: [
        'Choreographers show work in progress and ask what you saw. {more}',
        'Pay what you think it will be worth when it is done.',
      ],
    },
    fr: {
      title: 'Inachevé : {theme}',
      text: [
        'Des chorégraphes montrent un travail en cours et vous demandent ce que vous avez vu. {more}',
        'Payez ce que la pièce vaudra, d’après vous, une fois terminée.',
      ],
    },
  },
  {
    key: 'short-film-festival',
    rhythm: { monthly: 'thu', nth: [4], months: [9] },
    days: 4,
    venues: ['cinema-la-boussole'],
    organizers: ['cine-boussole', 'fondation-aurore'],
    categories: ['stage'],
    tags: ['festival', 'bilingual'],
    cost: [12, 60],
    first: 22,
    featured: true,
    ticketed: true,
    website: true,
    en: {
      title: 'North by Short: {nth} Short Film Festival',
      text: [
        'Ninety-four films, none longer than a coffee. The {year} selection comes from thirty-one countries and includes a midnight programme for those who dare.',
        'A pass costs less than five tickets and comes with a <strong>cushion</strong>.',
      ],
    },
    fr: {
      title: 'Cap court : {nth} festival du court métrage',
      text: [
        'Quatre-vingt-quatorze films, pas un plus long qu’un café. La sélection {year} vient de trente et un pays, avec un programme de minuit pour les braves.',
        'Le passeport coûte moins cher que cinq billets et comprend un <strong>coussin</strong>.',
      ],
    },
  },
  {
    key: 'pigeon-night',
    rhythm: { monthly: 'wed', nth: [3], months: [2, 7, 12] },
    hours: ['20:00', '22:20'],
    venues: ['cinema-le-pigeon'],
    organizers: ['amis-de-mercure', 'cine-boussole'],
    categories: ['stage'],
    tags: ['talk'],
    cost: 7.5,
    editions: [
      {
        en: [
          'Films from the Ice',
          'Three documentaries from the Far North, with a guest on video from Montréal.',
        ],
        fr: [
          'films de glace',
          'Trois documentaires du Grand Nord, avec une invitée en visio depuis Montréal.',
        ],
      },
      {
        en: [
          'One Accent, Many Mouths',
          'How cinema dubs, subtitles and mangles the way people speak.',
        ],
        fr: [
          'un accent, des bouches',
          'Comment le cinéma double, sous-titre et malmène les façons de parler.',
        ],
      },
    ],
    en: {
      title: 'Cross-Atlantic Night: {theme}',
      text: [
        'Two film clubs, one programme, six hours apart. {more}',
        'The Montréal audience sends its questions from the evening before; you get to answer them.',
      ],
    },
    fr: {
      title: 'Soirée transatlantique : {theme}',
      text: [
        'Deux ciné-clubs, un seul programme, six heures de décalage. {more}',
        'Le public de Montréal envoie ses questions de la veille ; c’est vous qui y répondez.',
      ],
    },
  },
]
