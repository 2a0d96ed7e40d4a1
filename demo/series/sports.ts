import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const sportSeries: Series[] = [
  {
    key: 'easy-miles',
    rhythm: { monthly: 'sun', nth: [1], months: season(4, 10) },
    hours: ['08:30', '10:00'],
    organizers: ['foulees-tranquilles'],
    categories: ['sports', 'outdoors'],
    tags: ['open-air', 'beginners'],
    cost: 0,
    editions: [
      { en: ['The Two Bridges Loop'], fr: ['la boucle des deux ponts'] },
      { en: ['Hills, Regrettably'], fr: ['des côtes, hélas'] },
      { en: ['The Bakery Route'], fr: ['le circuit des boulangeries'] },
      { en: ['Along the Canal and Back'], fr: ['le canal, aller et retour'] },
      { en: ['Seven Parks'], fr: ['les sept parcs'] },
    ],
    en: {
      title: 'Easy Miles: {theme}',
      text: [
        'A group run of eight kilometres at the speed of conversation, leaving from the fountain behind the library in Ottawa. If you cannot finish your sentence, we slow down.',
        'Nobody is left behind: the last runner carries the cookies.',
      ],
    },
    fr: {
      title: 'Foulées tranquilles : {theme}',
      text: [
        'Huit kilomètres en groupe, à la vitesse de la conversation, au départ de la fontaine derrière la bibliothèque, à Ottawa. Si vous ne finissez plus vos phrases, on ralentit.',
        'Personne ne reste derrière : c’est la dernière personne qui porte les biscuits.',
      ],
    },
  },
  {
    key: 'half-marathon',
    rhythm: { monthly: 'sun', nth: [4], months: [5] },
    hours: ['07:30', '12:30'],
    venues: ['riverlight-centre'],
    organizers: ['foulees-tranquilles', 'quartier-vivant'],
    categories: ['sports'],
    tags: ['open-air', 'registration', 'volunteers'],
    cost: [40, 85],
    first: 14,
    featured: true,
    ticketed: true,
    website: true,
    en: {
      title: 'River and Back: {nth} Half-Marathon',
      text: [
        'Twenty-one kilometres, two provinces, one very long bridge. There are also five- and ten-kilometre runs, a wheelchair start and a race for people dressed as vegetables.',
        'Volunteers get breakfast, a whistle and the thanks of three thousand tired people.',
      ],
    },
    fr: {
      title: 'Aller-retour : {nth} demi-marathon de la rivière',
      text: [
        'Vingt et un kilomètres, deux provinces, un très long pont. Il y a aussi un cinq et un dix kilomètres, un départ en fauteuil et une course réservée aux gens déguisés en légumes.',
        'Les bénévoles reçoivent un déjeuner, un sifflet et la gratitude de trois mille personnes fatiguées.',
      ],
    },
  },
  {
    key: 'night-skate',
    rhythm: { weekly: 'fri', every: 3, months: season(1, 3) },
    hours: ['18:30', '21:30'],
    venues: ['long-pond-rink'],
    organizers: ['foulees-tranquilles'],
    categories: ['sports', 'family'],
    tags: ['winter', 'open-air', 'live-music'],
    cost: 0,
    editions: [
      { en: ['Disco on Ice'], fr: ['disco sur glace'] },
      { en: ['Lanterns Only'], fr: ['lanternes seulement'] },
      { en: ['The Big Slow Waltz'], fr: ['la grande valse lente'] },
      { en: ['Brass Band in Mittens'], fr: ['fanfare en mitaines'] },
    ],
    en: {
      title: 'Night Skate: {theme}',
      text: [
        'The pond is lit, the ice is swept and the music is better than you remember. Skates and helmets can be borrowed in every size, including yours.',
        'If the ice is thinner than thirty centimetres we move the party to the shore.',
      ],
    },
    fr: {
      title: 'Patin de nuit : {theme}',
      text: [
        'L’étang est éclairé, la glace est balayée et la musique est meilleure que dans vos souvenirs. Patins et casques se prêtent dans toutes les pointures, même la vôtre.',
        'Si la glace fait moins de trente centimètres, la fête se déplace sur la rive.',
      ],
    },
  },
  {
    key: 'first-curling',
    rhythm: { monthly: 'sat', nth: [1], months: [11, 1, 2] },
    hours: ['13:00', '15:30'],
    venues: ['centre-des-pins'],
    organizers: ['foulees-tranquilles', 'reseau-passerelles'],
    categories: ['sports'],
    tags: ['beginners', 'newcomers', 'winter', 'registration'],
    cost: 8,
    en: {
      title: 'Curling for the Very First Time, {month}',
      text: [
        'A stone, a broom, and a sport that is harder than it looks on television. Two patient coaches explain the rules in both languages, then everyone plays four ends.',
        'Wear clean running shoes and trousers you can kneel in.',
      ],
    },
    fr: {
      title: 'Curling pour la toute première fois, {month}',
      text: [
        'Une pierre, un balai, et un sport plus difficile qu’il n’en a l’air à la télé. Deux entraîneurs patients expliquent les règles dans les deux langues, puis tout le monde joue quatre manches.',
        'Chaussures propres et pantalon qui permet de se mettre à genoux.',
      ],
    },
  },
  {
    key: 'kayak-clinic',
    rhythm: { monthly: 'sat', nth: [2], months: season(6, 8) },
    hours: ['09:00', '12:00'],
    venues: ['long-pond-rink', 'parc-de-la-drave'],
    organizers: ['foulees-tranquilles'],
    categories: ['sports', 'outdoors'],
    tags: ['summer', 'beginners', 'registration', 'open-air'],
    cost: [25, 40],
    ticketed: true,
    en: {
      title: 'Kayak Clinic: Staying Dry, Mostly ({month})',
      text: [
        'How to get in, go straight, turn, and get out again with some dignity. The pond is calm and the instructors have seen everything.',
        'The lower price is for those who bring their own boat. Swimmers only, please; life jackets are provided.',
      ],
    },
    fr: {
      title: 'Initiation au kayak, ou presque au sec ({month})',
      text: [
        'Comment embarquer, aller droit, tourner et débarquer avec un peu de dignité. L’eau est calme et les instructeurs en ont vu d’autres.',
        'Petit prix pour qui apporte son embarcation. Il faut savoir nager ; les gilets sont fournis.',
      ],
    },
  },
  {
    key: 'seawall-ride',
    rhythm: { monthly: 'sun', nth: [4], months: [4, 7, 9] },
    hours: ['10:00', '12:30'],
    venues: ['gull-pier'],
    organizers: ['cedar-coast'],
    categories: ['sports', 'outdoors'],
    tags: ['open-air', 'beginners'],
    cost: 0,
    en: {
      title: 'Slow Ride from Gull Pier, {month}',
      text: [
        'Fifteen flat kilometres by bicycle, with a stop wherever somebody spots a heron. Cargo bikes, trailers and squeaky brakes are all welcome.',
        'We ride in drizzle; in real rain we drink coffee and talk about riding.',
      ],
    },
    fr: {
      title: 'Balade à vélo au départ du quai, {month}',
      text: [
        'Quinze kilomètres de plat à vélo, avec un arrêt dès que quelqu’un aperçoit un héron. Vélos cargos, remorques et freins qui grincent sont bienvenus.',
        'On roule sous la bruine ; sous la vraie pluie, on boit un café en parlant de rouler.',
      ],
    },
  },
  {
    key: 'petanque',
    rhythm: { monthly: 'sat', nth: [2], months: [4, 6, 7, 9] },
    hours: ['15:00', '19:00'],
    venues: ['cour-des-mesanges'],
    organizers: ['amis-de-mercure'],
    categories: ['sports'],
    tags: ['open-air', 'seniors', 'beginners'],
    cost: 4,
    en: {
      title: 'Pétanque Under the Planes: {month} Tournament',
      text: [
        'Teams are drawn from a hat, so that nobody can blame their friends. Sixteen teams, three rounds, and a prize that the winners must give back at the next one.',
        'Boules are lent on the spot, and so is bad advice.',
      ],
    },
    fr: {
      title: 'Pétanque sous les platanes : tournoi {ofMonth}',
      text: [
        'Les équipes sont tirées au chapeau : impossible d’accuser ses amis. Seize équipes, trois parties, et un trophée que les gagnants doivent rendre à la fois suivante.',
        'Boules prêtées sur place ; les mauvais conseils aussi.',
      ],
    },
  },
]
