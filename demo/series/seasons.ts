import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const seasonSeries: Series[] = [
  {
    key: 'heritage-walk',
    rhythm: { monthly: 'sun', nth: [4], months: season(5, 10) },
    hours: ['13:30', '15:30'],
    organizers: ['memoire-vive'],
    categories: ['outdoors', 'community'],
    tags: ['history', 'guided-tour', 'open-air'],
    cost: [0.5, 10],
    editions: [
      {
        en: [
          'Kilns and Tanneries',
          'You will be told, with some enthusiasm, how it used to smell.',
        ],
        fr: ['fours et tanneries', 'On vous décrira, avec entrain, les odeurs de l’époque.'],
      },
      {
        en: ['Doors', 'Forty doorways, nine scandals.'],
        fr: ['les portes', 'Quarante portes, neuf scandales.'],
      },
      {
        en: ['Women Who Kept Shop', 'Milliners, printers, undertakers: the street they ran.'],
        fr: ['marchandes', 'Modistes, imprimeuses, croque-morts : la rue qu’elles tenaient.'],
      },
      {
        en: ['The Lost Stream', 'It still runs under your feet; bring an ear.'],
        fr: ['le ruisseau perdu', 'Il coule encore sous vos pieds ; apportez une oreille.'],
      },
      {
        en: ['Fire!', 'What burned, who rang the bell, and what was rebuilt in brick.'],
        fr: ['au feu !', 'Ce qui a brûlé, qui a sonné la cloche, et ce qu’on a rebâti en brique.'],
      },
    ],
    en: {
      title: 'Old Québec on Foot: {theme}',
      text: [
        'A two-hour walk with a historian who lives on the route. {more}',
        'Meet under the clock at the harbour station. Give what you can, from fifty cents to ten dollars.',
      ],
    },
    fr: {
      title: 'Québec à pied : {theme}',
      text: [
        'Deux heures de marche avec un historien qui habite sur le parcours. {more}',
        'Rendez-vous sous l’horloge de la gare maritime. Donnez ce que vous pouvez, de cinquante sous à dix dollars.',
      ],
    },
  },
  {
    key: 'star-party',
    rhythm: { monthly: 'sat', nth: [3], months: [1, 4, 8] },
    hours: ['21:00', '00:30'],
    zone: 'America/Moncton',
    organizers: ['memoire-vive', 'petit-renard'],
    categories: ['outdoors', 'family'],
    tags: ['open-air', 'teens'],
    cost: 0,
    editions: [
      { en: ['Saturn’s Rings'], fr: ['les anneaux de Saturne'] },
      { en: ['Shooting Stars'], fr: ['les étoiles filantes'], months: [8] },
      { en: ['The Moon Close Up'], fr: ['la lune de près'] },
      { en: ['Winter Constellations'], fr: ['les constellations d’hiver'], months: [1] },
    ],
    en: {
      title: 'Star Party on the Marsh: {theme}',
      text: [
        'Twelve telescopes, no street lights and a great deal of hot tea. The meeting point is the gravel lot at the end of the Dyke Road, outside Moncton.',
        'Red flashlights only. If clouds win, we try again the following night.',
      ],
    },
    fr: {
      title: 'Nuit des étoiles au marais : {theme}',
      text: [
        'Douze télescopes, aucun lampadaire et beaucoup de thé chaud. On se retrouve au stationnement de gravier, au bout du chemin de la digue, à la sortie de Moncton.',
        'Lampes rouges seulement. Si les nuages gagnent, on recommence le lendemain soir.',
      ],
    },
  },
  {
    key: 'saint-jean',
    rhythm: { yearly: { month: 6, day: 24 } },
    hours: ['15:00', '23:30'],
    venues: ['parc-des-tilleuls'],
    organizers: ['quartier-vivant', 'longue-table'],
    categories: ['community', 'songs'],
    tags: ['festival', 'open-air', 'summer', 'live-music'],
    cost: 0,
    featured: true,
    en: {
      title: 'Saint-Jean in the Park',
      text: [
        'A long table for six hundred, a bonfire the size of a shed and songs that everyone pretends to know. Bring a dish for eight and a chair for yourself.',
        'The fire is lit at nightfall by the youngest resident who can hold a torch, with help.',
      ],
    },
    fr: {
      title: 'La Saint-Jean au parc',
      text: [
        'Une table pour six cents personnes, un feu gros comme une remise et des chansons que tout le monde fait semblant de savoir. Apportez un plat pour huit et une chaise pour vous.',
        'C’est le plus jeune du quartier capable de tenir un flambeau qui allume le feu, avec de l’aide.',
      ],
    },
  },
  {
    key: 'canada-day-picnic',
    rhythm: { yearly: { month: 7, day: 1 } },
    days: 1,
    venues: ['long-pond-rink'],
    organizers: ['reseau-passerelles', 'foulees-tranquilles'],
    categories: ['community', 'family'],
    tags: ['festival', 'open-air', 'summer', 'newcomers'],
    cost: 0,
    en: {
      title: 'Long Pond Picnic on Canada Day',
      text: [
        'Canoe relays in the morning, a citizenship ceremony at one, and watermelon until it is gone. Families who arrived this year eat first.',
        'No fireworks here: the herons asked us not to.',
      ],
    },
    fr: {
      title: 'Pique-nique de la fête du Canada au Long-Étang',
      text: [
        'Relais en canot le matin, cérémonie de citoyenneté à 13 h, et du melon d’eau jusqu’à la dernière tranche. Les familles arrivées cette année se servent en premier.',
        'Pas de feux d’artifice : les hérons nous ont priés de nous en passer.',
      ],
    },
  },
  {
    key: 'courtyard-ball',
    rhythm: { yearly: { month: 7, day: 13 } },
    hours: ['19:00', '01:00'],
    venues: ['cour-des-mesanges'],
    organizers: ['amis-de-mercure'],
    categories: ['songs', 'community'],
    tags: ['open-air', 'summer', 'live-music'],
    cost: [5, 8],
    en: {
      title: 'Courtyard Ball on the Eve of the Fourteenth',
      text: [
        'An accordion, paper lanterns and paving stones that have seen worse dancers. A short lesson at seven saves the honour of visitors.',
        'The lower price is for anyone who can prove they live in the passage.',
      ],
    },
    fr: {
      title: 'Bal de la cour, la veille du 14',
      text: [
        'Un accordéon, des lampions et des pavés qui ont vu danser plus mal. Une petite leçon à 19 h sauve l’honneur des visiteurs.',
        'Petit prix pour qui peut prouver qu’il habite l’impasse.',
      ],
    },
  },
  {
    key: 'winter-carnival',
    rhythm: { monthly: 'fri', nth: [1], months: [2] },
    days: 10,
    venues: ['parc-de-la-drave'],
    organizers: ['quartier-vivant', 'foulees-tranquilles', 'petit-renard'],
    categories: ['family', 'outdoors'],
    tags: ['winter', 'festival', 'open-air'],
    cost: [0.5, 15],
    first: 19,
    featured: true,
    website: true,
    en: {
      title: 'Minus Twenty: {nth} Winter Carnival',
      text: [
        'Ten days of ice sculpture, canoe races over the floes and a slide that takes eleven seconds. The snow palace is built by schoolchildren and inspected by engineers.',
        'Day ticket or ten-day medal; fifty cents if you come on snowshoes.',
      ],
    },
    fr: {
      title: 'Moins vingt : {nth} carnaval d’hiver',
      text: [
        'Dix jours de sculptures sur glace, de courses en canot entre les glaces et une glissade de onze secondes. Le palais de neige est bâti par les écoles et inspecté par des ingénieurs.',
        'Billet d’un jour ou médaille de dix jours ; cinquante sous pour qui arrive en raquettes.',
      ],
    },
  },
  {
    key: 'harvest-weekend',
    rhythm: { monthly: 'sat', nth: [3], months: [9] },
    days: 2,
    venues: ['jardin-des-remparts'],
    organizers: ['jardins-communs', 'maraichers-riverains', 'longue-table'],
    categories: ['food', 'outdoors'],
    tags: ['festival', 'local-produce', 'open-air'],
    cost: 0,
    featured: true,
    en: {
      title: 'Harvest on the Ramparts {year}',
      text: [
        'The terraces open their gates for two days of picking, pressing and pickling. A brass band walks between the beans, and the longest zucchini is measured at noon on Sunday.',
        'Bring jars. Bring more jars than that.',
      ],
    },
    fr: {
      title: 'Récoltes aux remparts {year}',
      text: [
        'Les terrasses ouvrent leurs portes pour deux jours de cueillette, de pressoir et de marinades. Une fanfare passe entre les haricots, et la plus longue courgette est mesurée dimanche à midi.',
        'Apportez des pots. Encore plus de pots que ça.',
      ],
    },
  },
  {
    key: 'london-ramble',
    rhythm: { monthly: 'sat', nth: [2], months: [1, 3, 11] },
    hours: ['10:00', '12:30'],
    venues: ['finch-street-hall'],
    organizers: ['salt-lane-makers'],
    categories: ['outdoors'],
    tags: ['history', 'guided-tour', 'seniors'],
    cost: 0,
    editions: [{ en: ['Lost Railways'] }, { en: ['Ghost Signs'] }, { en: ['Canal Horses'] }],
    en: {
      title: 'North London Ramble: {theme}',
      text: [
        'Five flat miles, two good stories per mile and a pot of tea at the end. We start from the steps of the hall, whatever the clock says.',
        'Waterproof shoes are wise; the towpath has moods.',
      ],
    },
  },
]
