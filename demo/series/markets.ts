import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const marketSeries: Series[] = [
  {
    key: 'saturday-market',
    rhythm: { weekly: 'sat', months: season(5, 10) },
    hours: ['08:00', '13:00'],
    venues: ['halle-du-canal'],
    organizers: ['maraichers-riverains'],
    categories: ['markets', 'food'],
    tags: ['local-produce', 'open-air', 'accessible'],
    cost: 0,
    editions: [
      {
        en: ['Asparagus and Rhubarb', 'The first crates of the year are gone by ten.'],
        fr: ['asperges et rhubarbe', 'Les premières caisses de l’année disparaissent avant 10 h.'],
        months: [5],
      },
      {
        en: ['Seedlings', 'Forty kinds of tomato plants, and advice on at least half of them.'],
        fr: [
          'les plants',
          'Quarante sortes de plants de tomates, et des conseils pour au moins la moitié.',
        ],
        months: [5],
      },
      {
        en: ['Fiddleheads', 'Come early, boil long, and ask for the butter recipe.'],
        fr: ['têtes de violon', 'Venez tôt, cuisez longtemps, et demandez la recette au beurre.'],
        months: [5],
      },
      {
        en: ['Strawberries', 'A tasting table ranks nine varieties; you have a vote.'],
        fr: [
          'les fraises',
          'Une table de dégustation classe neuf variétés ; vous avez droit de vote.',
        ],
        months: [6],
      },
      {
        en: ['New Potatoes and Dill', 'Small as marbles, sold with the soil still on.'],
        fr: ['pommes de terre nouvelles', 'Grosses comme des billes, vendues avec leur terre.'],
        months: [6, 7],
      },
      {
        en: ['Peas to Shell', 'A shelling bench for people who like company.'],
        fr: ['pois à écosser', 'Un banc d’écossage pour qui aime la compagnie.'],
        months: [6, 7],
      },
      {
        en: ['Blueberries', 'Picked by hand, counted by no one.'],
        fr: ['les bleuets', 'Cueillis à la main, comptés par personne.'],
        months: [7, 8],
      },
      {
        en: ['Sweet Corn', 'The kettle boils at nine and does not stop.'],
        fr: ['le blé d’Inde', 'Le chaudron bout dès 9 h et n’arrête plus.'],
        months: [8],
      },
      {
        en: [
          'Tomatoes of Every Colour',
          'Yellow, black, striped, and one that is rumoured to be blue.',
        ],
        fr: [
          'tomates de toutes les couleurs',
          'Des jaunes, des noires, des rayées, et une bleue à ce qu’on dit.',
        ],
        months: [8, 9],
      },
      {
        en: ['Honey Day', 'Beekeepers open a glass hive and six kinds of jar.'],
        fr: [
          'la journée du miel',
          'Les apiculteurs ouvrent une ruche de verre et six sortes de pots.',
        ],
        months: [8, 9],
      },
      {
        en: ['Apples and Presses', 'Bring a jug: the press runs until the apples do not.'],
        fr: [
          'pommes et pressoir',
          'Apportez une cruche : le pressoir tourne jusqu’à la dernière pomme.',
        ],
        months: [9, 10],
      },
      {
        en: ['Garlic Braids', 'Learn to braid while you wait for your coffee.'],
        fr: ['l’ail en tresses', 'On apprend à tresser en attendant son café.'],
        months: [9, 10],
      },
      {
        en: ['Squash and Goodbyes', 'The heaviest squash wins its grower a very small hat.'],
        fr: [
          'courges et au revoir',
          'La plus lourde courge vaut à son maraîcher un tout petit chapeau.',
        ],
        months: [10],
      },
    ],
    en: {
      title: 'Saturday Market: {theme}',
      text: [
        'The growers set up by the water at eight, and the best things leave first. {more}',
        'Free bicycle parking, carts to borrow, and a stall where yesterday’s bread costs half.',
      ],
    },
    fr: {
      title: 'Marché du samedi : {theme}',
      text: [
        'Les maraîchers s’installent au bord de l’eau à 8 h, et le meilleur part en premier. {more}',
        'Stationnement à vélos, chariots à emprunter et un étal où le pain d’hier est à moitié prix.',
      ],
    },
  },
  {
    key: 'winter-market',
    rhythm: { weekly: 'sun', every: 2, months: season(11, 3) },
    hours: ['10:00', '15:00'],
    venues: ['halle-du-canal'],
    organizers: ['maraichers-riverains', 'longue-table'],
    categories: ['markets', 'food'],
    tags: ['local-produce', 'winter', 'accessible'],
    cost: 0,
    editions: [
      { en: ['Roots and Cabbages'], fr: ['racines et choux'] },
      { en: ['The Preserving Shelf'], fr: ['l’étagère aux conserves'] },
      { en: ['Bread and Smoke'], fr: ['pains et fumaisons'] },
      { en: ['Greenhouse Greens'], fr: ['verdures de serre'] },
      { en: ['Mushrooms from the Cellar'], fr: ['champignons de cave'] },
    ],
    en: {
      title: 'Indoor Winter Market: {theme}',
      text: [
        'Every second Sunday the glass hall smells of cider, wool and woodsmoke. Twenty growers bring what they stored, dried or coaxed out of a greenhouse.',
        'A soup corner opens at noon, and a fiddler when the mood takes him.',
      ],
    },
    fr: {
      title: 'Marché d’hiver intérieur : {theme}',
      text: [
        'Un dimanche sur deux, la halle vitrée sent le cidre, la laine et la fumée. Vingt producteurs apportent ce qu’ils ont entreposé, séché ou arraché à la serre.',
        'Coin soupe dès midi, et violon quand l’envie lui prend.',
      ],
    },
  },
  {
    key: 'christmas-market',
    rhythm: { monthly: 'fri', nth: [1], months: [12] },
    days: 17,
    venues: ['halle-aux-voiles'],
    organizers: ['quartier-vivant', 'maraichers-riverains'],
    categories: ['markets', 'family'],
    tags: ['winter', 'festival', 'accessible'],
    cost: 0,
    first: 28,
    featured: true,
    website: true,
    en: {
      title: 'Lantern Market: {nth} Christmas Market on the Harbour',
      text: [
        'Fifty wooden stalls move into the sail loft until just before Christmas. Nothing is made further away than a day’s drive, except the oranges.',
        [
          'Daily from 11 a.m. to 8 p.m.',
          'Choirs at five, mulled juice all day',
          'Quiet mornings on Tuesdays, without music',
        ],
      ],
    },
    fr: {
      title: 'Marché des lanternes : {nth} marché de Noël du port',
      text: [
        'Cinquante cabanes de bois s’installent dans la voilerie jusqu’à la veille de Noël, ou presque. Rien n’y vient de plus loin qu’une journée de route, sauf les oranges.',
        [
          'Tous les jours de 11 h à 20 h',
          'Chorales à 17 h, jus chaud épicé toute la journée',
          'Matins tranquilles le mardi, sans musique',
        ],
      ],
    },
  },
  {
    key: 'flea-market',
    rhythm: { monthly: 'sun', nth: [2], months: [5, 7, 8, 9] },
    hours: ['09:00', '16:00'],
    venues: ['parc-des-tilleuls', 'cour-des-mesanges'],
    organizers: ['quartier-vivant'],
    categories: ['markets', 'community'],
    tags: ['open-air', 'summer'],
    cost: 0,
    editions: [
      { en: ['Everything with a Plug'], fr: ['tout ce qui se branche'] },
      { en: ['Toys and Bicycles'], fr: ['jouets et bicyclettes'] },
      { en: ['Dishes Without Their Set'], fr: ['vaisselle dépareillée'] },
      { en: ['Coats Out of Season'], fr: ['manteaux hors saison'] },
    ],
    en: {
      title: 'Flea Market: {theme}',
      text: [
        'One hundred blankets on the ground, one hundred households with too much of something. Haggling is permitted after ten and compulsory after three.',
        'Whatever is left at closing goes to the free table near the gate of {venue}.',
      ],
    },
    fr: {
      title: 'Vide-grenier : {theme}',
      text: [
        'Cent couvertures par terre, cent ménages qui ont trop de quelque chose. Le marchandage est permis dès 10 h et obligatoire après 15 h.',
        'Ce qui reste à la fermeture finit sur la table gratuite, près de l’entrée. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'vinyl-fair',
    rhythm: { monthly: 'sun', nth: [3], months: [2, 7, 11] },
    hours: ['10:00', '17:00'],
    venues: ['finch-street-hall', 'cedar-house', 'salle-du-mascaret'],
    organizers: ['salt-lane-makers', 'cedar-coast'],
    categories: ['markets', 'music'],
    tags: ['accessible'],
    cost: [3, 5],
    editions: [
      {
        en: ['Seven Inches', 'Singles only, and a jukebox to try them on.'],
        fr: ['quarante-cinq tours', 'Rien que des 45 tours, et un juke-box pour les essayer.'],
      },
      {
        en: ['Sleeves We Love', 'Bring a record for its cover, leave with another for its sound.'],
        fr: [
          'belles pochettes',
          'Apportez un disque pour sa pochette, repartez avec un autre pour sa musique.',
        ],
      },
      {
        en: ['Cassettes Strike Back', 'Tape decks repaired while you wait.'],
        fr: ['le retour de la cassette', 'Réparation de magnétophones pendant que vous attendez.'],
      },
    ],
    en: {
      title: 'Record Fair: {theme}',
      text: [
        'Thirty tables of records, sorted by people who could not stop. {more}',
        'The higher price gets you in an hour early at {venue}, before the jazz crates are bare.',
      ],
    },
    fr: {
      title: 'Foire aux disques : {theme}',
      text: [
        'Trente tables de vinyles, triés par des gens incapables de s’arrêter. {more}',
        'Le plein tarif donne droit à une heure d’avance, avant que les bacs de jazz ne soient vides. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'plant-swap',
    rhythm: { monthly: 'sat', nth: [3], months: [3, 5, 9] },
    hours: ['10:00', '13:00'],
    venues: ['jardin-des-remparts', 'maison-du-courant', 'ashgrove-library'],
    organizers: ['jardins-communs'],
    categories: ['markets', 'outdoors'],
    tags: ['beginners', 'bilingual'],
    cost: 0,
    en: {
      title: 'Seed and Plant Swap, {month}',
      text: [
        'Bring what you have too much of; leave with what you did not know you needed. Seeds, cuttings, bulbs and pots all count, labelled if possible and honest in any case.',
        'Two master gardeners hold a <strong>plant clinic</strong>: a photo of the patient is enough.',
      ],
    },
    fr: {
      title: 'Troc de semences et de plants, {month}',
      text: [
        'Apportez ce que vous avez en trop, repartez avec ce dont vous ignoriez avoir besoin. Graines, boutures, bulbes et pots comptent tous, étiquetés si possible et de bonne foi dans tous les cas.',
        'Deux jardinières d’expérience tiennent une <strong>clinique des plantes</strong> : une photo de la malade suffit.',
      ],
    },
  },
]
