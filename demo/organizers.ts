import type { Draft, Language, OrganizerBody } from './draft.ts'

export function website(host: string, language: Language): string {
  return `https://${host}.example/${language}`
}

type Organizer = {
  key: string
  area: string
  en: [name: string, about: string]
  fr: [name: string, about: string]
}

const everyOrganizer: Organizer[] = [
  {
    key: 'deux-rives',
    area: '819-555-01##',
    en: [
      'Two Shores Orchestra',
      'Fifty-two musicians from both sides of the river, and a season that always leaves room for a living composer.',
    ],
    fr: [
      'Orchestre des Deux Rives',
      'Cinquante-deux musiciens des deux côtés de la rivière, et une saison où les compositeurs vivants ont toujours leur place.',
    ],
  },
  {
    key: 'loutre-bleue',
    area: '514-555-01##',
    en: [
      'Blue Otter Jazz Society',
      'A members’ society that has kept a small jazz cellar open for longer than anyone planned.',
    ],
    fr: [
      'Société de jazz La Loutre bleue',
      'Une société de mélomanes qui fait vivre une petite cave de jazz depuis bien plus longtemps que prévu.',
    ],
  },
  {
    key: 'lanterne',
    area: '514-555-01##',
    en: [
      'Lantern Theatre Collective',
      'Actors, dancers and technicians who play in two languages, often in the same sentence.',
    ],
    fr: [
      'Collectif Théâtre de la Lanterne',
      'Comédiens, danseurs et techniciens qui jouent en deux langues, souvent dans la même phrase.',
    ],
  },
  {
    key: 'papier-et-vent',
    area: '514-555-01##',
    en: ['Paper & Wind Books', 'An independent bookshop with more chairs than shelves.'],
    fr: [
      'Librairie Papier et Vent',
      'Une librairie indépendante où l’on compte plus de chaises que de rayons.',
    ],
  },
  {
    key: 'lumiere-du-nord',
    area: '514-555-01##',
    en: [
      'North Light Studio',
      'A shared studio for drawing and printmaking, open to whoever turns up with clean hands.',
    ],
    fr: [
      'Atelier Lumière du Nord',
      'Un atelier partagé de dessin et d’estampe, ouvert à quiconque arrive les mains propres.',
    ],
  },
  {
    key: 'cine-boussole',
    area: '514-555-01##',
    en: [
      'Compass Film Society',
      'Volunteers with a projector, a soft spot for forgotten films and very good popcorn.',
    ],
    fr: [
      'Ciné-club La Boussole',
      'Des bénévoles, un projecteur, un faible pour les films oubliés et un excellent maïs soufflé.',
    ],
  },
  {
    key: 'longue-table',
    area: '514-555-01##',
    en: [
      'The Long Table Co-operative',
      'A cooking co-operative: people who like to eat well and do the dishes together.',
    ],
    fr: [
      'Coopérative La Longue Table',
      'Une coopérative de cuisine : des gens qui aiment bien manger et faire la vaisselle ensemble.',
    ],
  },
  {
    key: 'maraichers-riverains',
    area: '514-555-01##',
    en: [
      'Riverside Growers',
      'Thirty-odd family farms, beekeepers and bakers who sell what they make, and nothing else.',
    ],
    fr: [
      'Maraîchers riverains',
      'Une trentaine de fermes familiales, d’apiculteurs et de boulangers qui vendent ce qu’ils font, et rien d’autre.',
    ],
  },
  {
    key: 'foulees-tranquilles',
    area: '613-555-01##',
    en: [
      'Easy Miles Club',
      'Running, skating and paddling for people who would rather chat than win.',
    ],
    fr: [
      'Club Les Foulées tranquilles',
      'Course, patin et pagaie pour celles et ceux qui préfèrent la conversation au podium.',
    ],
  },
  {
    key: 'petit-renard',
    area: '514-555-01##',
    en: [
      'Little Fox Family Centre',
      'A second living room for families with children up to twelve.',
    ],
    fr: [
      'Centre familial Le Petit Renard',
      'Un deuxième salon pour les familles qui ont des enfants de douze ans et moins.',
    ],
  },
  {
    key: 'octets-libres',
    area: '514-555-01##',
    en: [
      'Open Octets',
      'A non-profit for open technology: meetups, two conferences a year and help for anyone who is stuck.',
    ],
    fr: [
      'Octets libres',
      'Un organisme voué aux technologies ouvertes : rencontres, deux colloques par an et de l’aide pour qui en a besoin.',
    ],
  },
  {
    key: 'reseau-passerelles',
    area: '613-555-01##',
    en: [
      'Footbridge Welcome Network',
      'Neighbours who help newcomers find a school, a doctor and a good pair of winter boots.',
    ],
    fr: [
      'Réseau Passerelles',
      'Un voisinage qui aide les nouveaux arrivants à trouver une école, un médecin et de bonnes bottes d’hiver.',
    ],
  },
  {
    key: 'memoire-vive',
    area: '418-555-01##',
    en: [
      'Living Memory Historical Society',
      'Amateur historians who know who lived behind every door, or will find out.',
    ],
    fr: [
      'Société d’histoire Mémoire vive',
      'Des historiens amateurs qui savent qui vivait derrière chaque porte, ou finiront par le trouver.',
    ],
  },
  {
    key: 'maree-haute',
    area: '506-555-01##',
    en: [
      'High Tide Music',
      'Concerts and kitchen parties on the marsh, with a fiddle never far away.',
    ],
    fr: [
      'Musique Marée haute',
      'Des concerts et des soirées de cuisine au bord du marais, avec un violon jamais bien loin.',
    ],
  },
  {
    key: 'jardins-communs',
    area: '819-555-01##',
    en: [
      'Common Gardens Alliance',
      'Eleven shared gardens, one tool shed and a great deal of zucchini.',
    ],
    fr: [
      'Alliance des jardins communs',
      'Onze jardins partagés, une seule remise à outils et énormément de courgettes.',
    ],
  },
  {
    key: 'fondation-aurore',
    area: '613-555-01##',
    en: [
      'Aurora Foundation for the Arts',
      'A foundation that pays for the walls, the piano tuner and the wine at openings.',
    ],
    fr: [
      'Fondation Aurore pour les arts',
      'Une fondation qui paie les murs, l’accordeur de pianos et le vin des vernissages.',
    ],
  },
  {
    key: 'quartier-vivant',
    area: '514-555-01##',
    en: [
      'Lively Streets Association',
      'A residents’ association for benches, trees and streets where children can play.',
    ],
    fr: [
      'Association Quartier vivant',
      'Une association de résidents pour des bancs, des arbres et des rues où les enfants peuvent jouer.',
    ],
  },
  {
    key: 'amis-de-mercure',
    area: '01 99 00 20 ##',
    en: [
      'Friends of Mercury House',
      'Between Paris and Lyon, an association that opens old workshops to singers, painters and cooks.',
    ],
    fr: [
      'Les Amis de la Maison Mercure',
      'Entre Paris et Lyon, une association qui ouvre d’anciens ateliers aux chanteurs, aux peintres et aux cuisiniers.',
    ],
  },
  {
    key: 'salt-lane-makers',
    area: '020 7946 01##',
    en: [
      'Salt Lane Makers',
      'A London workshop of tinkerers, photographers and the occasional clockmaker.',
    ],
    fr: [
      'Les Bricoleurs de Salt Lane',
      'Un atelier londonien de bricoleurs, de photographes et, à l’occasion, d’horlogers.',
    ],
  },
  {
    key: 'cedar-coast',
    area: '604-555-01##',
    en: ['Cedar Coast Arts', 'New music, bicycles and rain gear on the Pacific coast.'],
    fr: [
      'Arts de la côte des Cèdres',
      'Nouvelles musiques, vélos et imperméables sur la côte du Pacifique.',
    ],
  },
]

export const organizers: Draft<OrganizerBody>[] = everyOrganizer.map(
  ({ key, area, en, fr }, index) => ({
    key,
    body: {
      organizer: en[0],
      description: `<p>${en[1]}</p>`,
      website: website(key, 'en'),
      phone: area.replace('##', String(60 + index)),
      email: `bonjour@${key}.example`,
      ml_language: 'en',
      translations: {
        fr: {
          organizer: fr[0],
          description: `<p>${fr[1]}</p>`,
          website: website(key, 'fr'),
        },
      },
    },
  }),
)
