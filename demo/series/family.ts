import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const familySeries: Series[] = [
  {
    key: 'story-time',
    rhythm: { monthly: 'sat', nth: [2] },
    hours: ['10:30', '11:15'],
    venues: ['bibliotheque-saint-elme', 'ashgrove-library', 'bibliotheque-du-marais'],
    organizers: ['petit-renard', 'papier-et-vent'],
    categories: ['family', 'books'],
    tags: ['bilingual', 'relaxed', 'accessible'],
    cost: 0,
    editions: [
      { en: ['A Bear Who Counts'], fr: ['un ours qui compte'] },
      { en: ['Trains, Mostly'], fr: ['des trains, surtout'] },
      { en: ['The Queen’s Lost Sock'], fr: ['la chaussette perdue de la reine'] },
      { en: ['Monsters with Good Manners'], fr: ['des monstres bien élevés'] },
      { en: ['Under the Sea, with Towels'], fr: ['sous la mer, avec des serviettes'] },
      { en: ['Grandfather’s Moustache'], fr: ['la moustache de grand-papa'] },
      {
        en: ['Big Snow, Small Boots'],
        fr: ['grosse neige, petites bottes'],
        months: season(12, 3),
      },
      { en: ['The Cat Who Spoke French'], fr: ['la chatte qui parlait anglais'] },
      { en: ['A Very Slow Race'], fr: ['une course très lente'] },
      { en: ['Dragons Who Bake'], fr: ['des dragons pâtissiers'] },
    ],
    en: {
      title: 'Two-Language Story Time: {theme}',
      text: [
        'One picture book, two readers, and a page in each language in turn. Made for ages three to six, and for babies who like noise.',
        'Stay afterwards for crayons and juice at {venue}.',
      ],
    },
    fr: {
      title: 'L’heure du conte à deux langues : {theme}',
      text: [
        'Un album, deux voix, et une page dans chaque langue, à tour de rôle. Pour les trois à six ans, et les bébés qui aiment le bruit.',
        'Crayons et jus après l’histoire. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'science-sunday',
    rhythm: { monthly: 'sun', nth: [2], months: [1, 2, 4, 5, 9, 11] },
    hours: ['13:00', '16:00'],
    venues: ['centre-petit-renard', 'centre-du-fleuve'],
    organizers: ['petit-renard', 'octets-libres'],
    categories: ['family', 'technology'],
    tags: ['workshop', 'teens'],
    cost: [5, 9],
    editions: [
      {
        en: ['Volcanoes and Vinegar', 'Wear something that can be washed twice.'],
        fr: ['volcans et vinaigre', 'Portez quelque chose qui se lave deux fois.'],
      },
      {
        en: ['Kites and Why They Fall', 'Build one, break one, fix one.'],
        fr: [
          'les cerfs-volants et pourquoi ils tombent',
          'On en construit un, on en casse un, on en répare un.',
        ],
      },
      {
        en: ['Secret Codes', 'From lemon juice to prime numbers.'],
        fr: ['les codes secrets', 'Du jus de citron aux nombres premiers.'],
      },
      {
        en: [
          'Bones and Fossils',
          'A real palaeontologist answers every question beginning with “why”.',
        ],
        fr: [
          'os et fossiles',
          'Une vraie paléontologue répond à toutes les questions qui commencent par « pourquoi ».',
        ],
      },
      {
        en: ['Robots Made of Cereal Boxes', 'They walk, more or less.'],
        fr: ['robots en boîtes de céréales', 'Ils marchent, plus ou moins.'],
      },
    ],
    en: {
      title: 'Science Sunday: {theme}',
      text: [
        'Three hours of experiments for children of six to thirteen and the adults they supervise. {more}',
        'The lower price is for the second child and every one after.',
      ],
    },
    fr: {
      title: 'Dimanche science : {theme}',
      text: [
        'Trois heures d’expériences pour les six à treize ans et les adultes qu’ils surveillent. {more}',
        'Petit prix dès le deuxième enfant.',
      ],
    },
  },
  {
    key: 'puppets',
    rhythm: { monthly: 'sat', nth: [3], months: [2, 4, 7, 12] },
    hours: ['14:00', '14:50'],
    venues: ['theatre-de-la-lanterne', 'chapelle-du-cap', 'cedar-house'],
    organizers: ['lanterne', 'petit-renard'],
    categories: ['family', 'stage'],
    tags: ['relaxed', 'accessible'],
    cost: [9, 14],
    ticketed: true,
    editions: [
      {
        en: ['The Moose at the Laundromat', 'Almost no words and a great many bubbles.'],
        fr: ['L’Orignal à la buanderie', 'Presque pas de mots et énormément de bulles.'],
      },
      {
        en: ['Little Red Runs Late', 'The wolf has been waiting since nine o’clock.'],
        fr: ['Le Petit Chaperon en retard', 'Le loup attend depuis 9 h.'],
      },
      {
        en: ['A Box of Night', 'Shadow theatre for children who are not afraid, or only slightly.'],
        fr: [
          'Une boîte de nuit noire',
          'Du théâtre d’ombres pour les enfants qui n’ont pas peur, ou juste un peu.',
        ],
      },
    ],
    en: {
      title: 'Puppets: {theme}',
      text: [
        'A puppet show for four-year-olds and people who remember being four. {more}',
        'Fifty minutes without intermission. After the show, everyone may hold a puppet at {venue}.',
      ],
    },
    fr: {
      title: 'Marionnettes : {theme}',
      text: [
        'Un spectacle pour les quatre ans et pour ceux qui s’en souviennent. {more}',
        'Cinquante minutes sans entracte. Après la représentation, chacun peut tenir une marionnette. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'board-games',
    rhythm: { monthly: 'fri', nth: [3], months: season(10, 5) },
    hours: ['18:30', '22:30'],
    venues: ['centre-petit-renard', 'auberge-des-conteurs', 'riverlight-centre'],
    organizers: ['petit-renard'],
    categories: ['family', 'community'],
    tags: ['teens', 'bilingual', 'beginners'],
    cost: 3,
    editions: [
      { en: ['Games Under Twenty Minutes'], fr: ['des jeux de moins de vingt minutes'] },
      { en: ['Everybody Wins or Nobody Does'], fr: ['tous gagnants ou tous perdants'] },
      { en: ['Bluffing for Honest People'], fr: ['le bluff pour honnêtes gens'] },
      { en: ['Words and Letters'], fr: ['mots et lettres'] },
      { en: ['The One with All the Little Cubes'], fr: ['celui avec tous les petits cubes'] },
    ],
    en: {
      title: 'Board Game Night: {theme}',
      text: [
        'Two hundred games, a dozen explainers in red scarves, and no sore losers. Come alone or as a family: we find you a table within five minutes.',
        'Pizza at eight, the last game at ten. This month at {venue}.',
      ],
    },
    fr: {
      title: 'Soirée jeux de société : {theme}',
      text: [
        'Deux cents jeux, une douzaine de guides en foulard rouge, et pas un mauvais perdant. En famille ou en solo : on vous trouve une table en cinq minutes.',
        'Pizza à 20 h, dernière partie à 22 h. Ce mois-ci, rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'day-camp',
    rhythm: { monthly: 'mon', nth: [1], months: [3, 7] },
    days: 5,
    venues: ['centre-petit-renard', 'centre-des-pins'],
    organizers: ['petit-renard', 'lumiere-du-nord'],
    categories: ['family'],
    tags: ['registration', 'workshop'],
    cost: [160, 210],
    ticketed: true,
    editions: [
      {
        en: ['Build a Town', 'Cardboard, glue, a mayor elected every day.'],
        fr: ['bâtir une ville', 'Du carton, de la colle et une mairie élue chaque jour.'],
      },
      {
        en: ['Newspaper Week', 'Reporters of eight to twelve print a real paper on Friday.'],
        fr: [
          'une semaine de journal',
          'Des reporters de huit à douze ans impriment un vrai journal le vendredi.',
        ],
      },
    ],
    en: {
      title: 'Day Camp: {theme}',
      text: [
        'Five days, twenty children, one project big enough to be proud of. {more}',
        'From 8:30 a.m. to 4:30 p.m., lunch included. Four places are kept for families who cannot pay.',
      ],
    },
    fr: {
      title: 'Camp de jour : {theme}',
      text: [
        'Cinq jours, vingt enfants, un seul projet assez gros pour en être fier. {more}',
        'De 8 h 30 à 16 h 30, repas compris. Quatre places sont réservées aux familles qui ne peuvent pas payer.',
      ],
    },
  },
  {
    key: 'halloween',
    rhythm: { yearly: { month: 10, day: 31 } },
    hours: ['16:30', '20:00'],
    venues: ['parc-des-tilleuls'],
    organizers: ['petit-renard', 'quartier-vivant'],
    categories: ['family', 'community'],
    tags: ['open-air', 'festival'],
    cost: 0,
    featured: true,
    en: {
      title: 'Halloween in the Lindens',
      text: [
        'Pumpkins in every tree, a choir of ghosts and a path for the very brave. The first hour is gentle, for small witches; after six we no longer answer for anything.',
        'Bring your own candy bag. <strong>Nut-free treats</strong> are in the blue cauldron.',
      ],
    },
    fr: {
      title: 'Halloween sous les tilleuls',
      text: [
        'Des citrouilles plein les arbres, un chœur de fantômes et un sentier pour les très braves. La première heure est douce, pour les petites sorcières ; après 18 h, nous ne répondons plus de rien.',
        'Apportez votre sac. Les <strong>friandises sans noix</strong> sont dans le chaudron bleu.',
      ],
    },
  },
]
