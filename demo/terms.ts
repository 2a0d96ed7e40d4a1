import type { Draft, TermBody } from './draft.ts'

export const categories: Draft<TermBody>[] = [
  category('music', 'music', 'Music', 'Concerts big and small, from cellars to concert halls.', {
    slug: 'musique',
    name: 'Musique',
    description: 'Des concerts grands et petits, de la cave à la salle symphonique.',
  }),
  category(
    'jazz',
    'jazz-and-blues',
    'Jazz and Blues',
    'Late sets, jam sessions and the odd brass band.',
    {
      slug: 'jazz-et-blues',
      name: 'Jazz et blues',
      description: 'Fins de soirée, bœufs entre musiciens et fanfares de passage.',
    },
    'music',
  ),
  category(
    'classical',
    'classical',
    'Classical',
    'Orchestras, choirs, organs and chamber music.',
    {
      slug: 'musique-classique',
      name: 'Musique classique',
      description: 'Orchestres, chœurs, orgues et musique de chambre.',
    },
    'music',
  ),
  category(
    'songs',
    'songs-and-folk',
    'Songs and Folk',
    'Singers, fiddles and tunes that travel by ear.',
    {
      slug: 'chanson-et-trad',
      name: 'Chanson et trad',
      description: 'De la voix, du violon et des airs qui se transmettent à l’oreille.',
    },
    'music',
  ),
  category('arts', 'arts', 'Arts', 'To see, to read, to watch and to make.', {
    slug: 'arts-et-culture',
    name: 'Arts et culture',
    description: 'À voir, à lire, à écouter et à faire de ses mains.',
  }),
  category(
    'exhibitions',
    'exhibitions',
    'Exhibitions',
    'What hangs on the walls this season, and the talks that go with it.',
    {
      slug: 'expositions',
      name: 'Expositions',
      description: 'Ce qui est aux murs cette saison, et les rencontres qui l’accompagnent.',
    },
    'arts',
  ),
  category(
    'stage',
    'stage-and-screen',
    'Stage and Screen',
    'Theatre, dance and cinema.',
    {
      slug: 'scene-et-ecran',
      name: 'Scène et écran',
      description: 'Théâtre, danse et cinéma.',
    },
    'arts',
  ),
  category(
    'books',
    'books-and-words',
    'Books and Words',
    'Readings, book clubs and stories told aloud.',
    {
      slug: 'livres-et-paroles',
      name: 'Livres et paroles',
      description: 'Lectures, clubs de lecture et histoires dites à voix haute.',
    },
    'arts',
  ),
  category('food', 'food', 'Food', 'Cooking together, tasting, and long tables.', {
    slug: 'saveurs',
    name: 'Saveurs',
    description: 'Cuisiner ensemble, goûter, et s’attarder à table.',
  }),
  category('markets', 'markets', 'Markets', 'Growers, makers and second-hand finds.', {
    slug: 'marches',
    name: 'Marchés',
    description: 'Maraîchers, artisans et trouvailles de seconde main.',
  }),
  category('sports', 'sports', 'Sports', 'Moving, at every level and every age.', {
    slug: 'sports-et-loisirs',
    name: 'Sports et loisirs',
    description: 'Bouger, à tous les niveaux et à tout âge.',
  }),
  category(
    'outdoors',
    'outdoors',
    'Outdoors',
    'Walks, rivers, gardens and night skies.',
    {
      slug: 'plein-air',
      name: 'Plein air',
      description: 'Promenades, rivières, jardins et ciels étoilés.',
    },
    'sports',
  ),
  category('family', 'family', 'Family', 'For children and the grown-ups they bring along.', {
    slug: 'famille',
    name: 'Famille',
    description: 'Pour les enfants et les grands qu’ils amènent avec eux.',
  }),
  category('technology', 'technology', 'Technology', 'Meetups, conferences and patient help.', {
    slug: 'technologie',
    name: 'Technologie',
    description: 'Rencontres, colloques et coups de main patients.',
  }),
  category('community', 'community', 'Community', 'Neighbours, newcomers and civic life.', {
    slug: 'vie-de-quartier',
    name: 'Vie de quartier',
    description: 'Voisinage, nouveaux arrivants et vie citoyenne.',
  }),
]

export const tags: Draft<TermBody>[] = [
  tag('free', 'free', 'gratuit'),
  tag('evening', 'evening', 'en soirée'),
  tag('weekend', 'weekend', 'fin de semaine'),
  tag('online', 'online', 'en ligne'),
  tag('open-air', 'open air', 'en plein air'),
  tag('accessible', 'wheelchair accessible', 'accessible en fauteuil roulant'),
  tag('bilingual', 'bilingual', 'bilingue'),
  tag('beginners', 'beginners welcome', 'débutants bienvenus'),
  tag('workshop', 'workshop', 'atelier'),
  tag('festival', 'festival season', 'saison des festivals'),
  tag('live-music', 'live music', 'musique sur scène'),
  tag('guided-tour', 'guided tour', 'visite guidée'),
  tag('talk', 'talk', 'causerie'),
  tag('local-produce', 'local produce', 'produits d’ici'),
  tag('seniors', 'seniors', 'aînés'),
  tag('teens', 'teens', 'ados'),
  tag('newcomers', 'newcomers', 'nouveaux arrivants'),
  tag('registration', 'registration required', 'sur inscription'),
  tag('winter', 'winter', 'hiver'),
  tag('summer', 'summer', 'été'),
  tag('history', 'local history', 'histoire locale'),
  tag('volunteers', 'volunteers', 'bénévolat'),
  tag('pay-what-you-can', 'pay what you can', 'contribution libre'),
  tag('relaxed', 'relaxed session', 'séance détendue'),
]

function category(
  key: string,
  slug: string,
  name: string,
  description: string,
  fr: { name: string; slug: string; description: string },
  parent?: string,
): Draft<TermBody> {
  const body: TermBody = { name, slug, description, ml_language: 'en', translations: { fr } }
  return { key, ...(parent && { parent }), body }
}

function tag(key: string, name: string, french: string): Draft<TermBody> {
  return { key, body: { name, ml_language: 'en', translations: { fr: { name: french } } } }
}
