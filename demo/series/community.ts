import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const communitySeries: Series[] = [
  {
    key: 'conversation-cafe',
    rhythm: { weekly: 'wed', every: 2, months: season(10, 4) },
    hours: ['17:30', '19:00'],
    venues: ['riverlight-centre', 'maison-du-courant'],
    organizers: ['reseau-passerelles'],
    categories: ['community'],
    tags: ['bilingual', 'newcomers', 'beginners'],
    cost: 0,
    editions: [
      { en: ['Talking About the Weather'], fr: ['parler du temps qu’il fait'] },
      { en: ['At the Doctor’s'], fr: ['chez le médecin'] },
      { en: ['Renting an Apartment'], fr: ['louer un logement'] },
      { en: ['Small Talk with Neighbours'], fr: ['jaser avec les voisins'] },
      { en: ['Recipes and Measures'], fr: ['recettes et mesures'] },
      { en: ['Hockey for Beginners'], fr: ['le hockey expliqué'] },
      { en: ['Saying No Politely'], fr: ['dire non poliment'] },
      { en: ['A Job Interview'], fr: ['une entrevue d’embauche'] },
    ],
    en: {
      title: 'Conversation Café: {theme}',
      text: [
        'Half an hour in English, half an hour in French, half an hour of cake. Tables of six, each with someone who grew up here and someone who has just arrived.',
        'Mistakes are the point. {venue} is two minutes from the bus.',
      ],
    },
    fr: {
      title: 'Café-conversation : {theme}',
      text: [
        'Une demi-heure de français, une demi-heure d’anglais, une demi-heure de gâteau. Des tables de six, chacune avec quelqu’un d’ici et quelqu’un qui vient d’arriver.',
        'Les fautes sont les bienvenues : c’est pour ça qu’on vient. Rendez-vous {atVenue}, à deux minutes de l’autobus.',
      ],
    },
  },
  {
    key: 'repair-cafe',
    rhythm: { monthly: 'sat', nth: [1], months: [1, 3, 5, 7, 9, 11] },
    hours: ['10:00', '15:00'],
    venues: ['maison-du-courant', 'loft-octet', 'bibliotheque-du-marais'],
    organizers: ['quartier-vivant', 'octets-libres'],
    categories: ['community'],
    tags: ['volunteers', 'pay-what-you-can', 'beginners'],
    cost: 0,
    editions: [
      { en: ['Lamps and Toasters'], fr: ['lampes et grille-pain'] },
      { en: ['Zippers, Hems and Holes'], fr: ['fermetures éclair, ourlets et trous'] },
      { en: ['Bicycles'], fr: ['les vélos'] },
      { en: ['Toys That Used to Talk'], fr: ['les jouets qui parlaient'] },
      { en: ['Chairs with a Wobble'], fr: ['les chaises qui branlent'] },
      { en: ['Radios and Record Players'], fr: ['radios et tourne-disques'] },
    ],
    en: {
      title: 'Repair Café: {theme}',
      text: [
        'Bring one broken thing and a little time; a volunteer will help you open it. Last season we saved 412 objects and gave a dignified funeral to 97.',
        'Spare parts at cost, coffee on the house, at {venue}.',
      ],
    },
    fr: {
      title: 'Café réparation : {theme}',
      text: [
        'Apportez une chose brisée et un peu de temps : une personne bénévole vous aidera à l’ouvrir. La saison dernière, 412 objets ont été sauvés, et 97 ont eu des funérailles dignes.',
        'Pièces au prix coûtant, café offert. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'welcome-evening',
    rhythm: { monthly: 'thu', nth: [2], months: [2, 4, 6, 8, 10, 12] },
    hours: ['18:00', '20:00'],
    venues: ['riverlight-centre', 'salle-du-mascaret', 'bibliotheque-saint-elme'],
    organizers: ['reseau-passerelles', 'quartier-vivant'],
    categories: ['community'],
    tags: ['newcomers', 'bilingual', 'accessible'],
    cost: 0,
    editions: [
      { en: ['Schools and Daycares'], fr: ['écoles et garderies'] },
      { en: ['Your First Winter'], fr: ['votre premier hiver'], months: season(9, 2) },
      { en: ['Taxes Without Panic'], fr: ['les impôts sans panique'], months: season(1, 4) },
      { en: ['Having Your Diploma Recognized'], fr: ['faire reconnaître son diplôme'] },
      { en: ['Buses, Bikes and Driving Tests'], fr: ['autobus, vélo et permis de conduire'] },
      { en: ['Finding a Family Doctor'], fr: ['trouver un médecin de famille'] },
      { en: ['Summer for Almost Nothing'], fr: ['l’été pour presque rien'], months: season(5, 8) },
    ],
    en: {
      title: 'Welcome Evening: {theme}',
      text: [
        'Practical answers for people who arrived this year, from people who arrived before. Each evening ends with a list of telephone numbers that really work.',
        'Childcare and interpreters in nine languages at {venue}; tell us which one by noon.',
      ],
    },
    fr: {
      title: 'Soirée d’accueil : {theme}',
      text: [
        'Des réponses pratiques pour qui est arrivé cette année, par ceux qui sont arrivés avant. Chaque soirée se termine par une liste de numéros de téléphone qui répondent vraiment.',
        'Garderie et interprètes en neuf langues ; dites-nous laquelle avant midi. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'council-open-house',
    rhythm: { monthly: 'mon', nth: [3], months: [3, 6, 10] },
    hours: ['19:00', '21:00'],
    venues: ['bibliotheque-saint-elme'],
    organizers: ['quartier-vivant'],
    categories: ['community'],
    tags: ['bilingual', 'accessible'],
    cost: 0,
    editions: [
      { en: ['The School Street'], fr: ['la rue-école'] },
      { en: ['Trees on the South Side'], fr: ['des arbres côté sud'] },
      { en: ['A Crossing at Last'], fr: ['enfin un passage piéton'] },
    ],
    en: {
      title: 'Residents’ Assembly: {theme}',
      text: [
        'One question on the table, two minutes per speaker, and a decision before nine. Plans are on display from six o’clock, with someone to explain the colours.',
        'Tenants, owners and children over ten all have a vote.',
      ],
    },
    fr: {
      title: 'Assemblée du voisinage : {theme}',
      text: [
        'Une seule question sur la table, deux minutes par personne, et une décision avant 21 h. Les plans sont affichés dès 18 h, avec quelqu’un pour expliquer les couleurs.',
        'Locataires, propriétaires et enfants de plus de dix ans ont droit de vote.',
      ],
    },
  },
  {
    key: 'garden-workday',
    rhythm: { monthly: 'sat', nth: [4], months: [4, 5, 7, 8, 10] },
    hours: ['09:00', '12:30'],
    venues: ['jardin-des-remparts', 'parc-de-la-drave'],
    organizers: ['jardins-communs'],
    categories: ['outdoors', 'community'],
    tags: ['volunteers', 'open-air', 'beginners'],
    cost: 0,
    editions: [
      { en: ['Turning the Compost'], fr: ['retourner le compost'] },
      { en: ['Weeds We Can Eat'], fr: ['les mauvaises herbes qui se mangent'] },
      { en: ['Trellises'], fr: ['les treillis'] },
      { en: ['Putting the Beds to Sleep'], fr: ['border les plates-bandes'], months: [9, 10] },
    ],
    en: {
      title: 'Garden Work Day: {theme}',
      text: [
        'Three hours of useful work, one hour of sitting on a wall with lemonade. Tools and gloves are supplied; children get small ones and the best jobs.',
        'You go home with whatever is ripe at {venue}.',
      ],
    },
    fr: {
      title: 'Corvée de jardin : {theme}',
      text: [
        'Trois heures de travail utile, une heure assis sur un muret avec une limonade. Outils et gants fournis ; les enfants en ont des petits, et les meilleures tâches.',
        'On repart avec ce qui est mûr. Rendez-vous {atVenue}.',
      ],
    },
  },
  {
    key: 'river-clean-up',
    rhythm: { monthly: 'sun', nth: [3], months: [5, 9] },
    hours: ['09:30', '13:00'],
    organizers: ['jardins-communs', 'foulees-tranquilles', 'quartier-vivant'],
    categories: ['outdoors', 'community'],
    tags: ['volunteers', 'open-air', 'teens'],
    cost: 0,
    featured: true,
    en: {
      title: 'Great River Clean-Up, {month} {year}',
      text: [
        'Both banks, four bridges, and six hundred people in rubber boots. Pick your stretch of shore on our site; canoes take care of what the rest of us cannot reach.',
        'The strangest find wins a prize. Last time it was <strong>a tuba</strong>.',
      ],
    },
    fr: {
      title: 'Grand ménage de la rivière, {month} {year}',
      text: [
        'Deux rives, quatre ponts et six cents personnes en bottes de caoutchouc. Choisissez votre bout de berge sur notre site ; les canots s’occupent du reste.',
        'La trouvaille la plus étrange gagne un prix. La dernière fois, c’était <strong>un tuba</strong>.',
      ],
    },
  },
  {
    key: 'block-party',
    rhythm: { everyDays: 100, from: 44 },
    hours: ['14:00', '20:00'],
    organizers: ['quartier-vivant'],
    categories: ['community'],
    tags: ['open-air'],
    status: 'draft',
    en: {
      title: 'Block Party on Plumtree Street (date to be confirmed)',
      text: [
        'The street closes, the tables come out and the extension cords meet in the middle. We are still waiting for the permit and for somebody with a very large barbecue.',
        'To do: find a band, a tent and a plan for rain.',
      ],
    },
    fr: {
      title: 'Fête de rue, rue des Pruniers (date à confirmer)',
      text: [
        'On ferme la rue, on sort les tables et les rallonges électriques se rejoignent au milieu. Il manque encore le permis et quelqu’un qui possède un très gros barbecue.',
        'À faire : trouver un groupe, un chapiteau et un plan en cas de pluie.',
      ],
    },
  },
  {
    key: 'garage-band-reunion',
    rhythm: { everyDays: 310, from: 52 },
    hours: ['20:00', '23:00'],
    venues: ['grange-rouge'],
    organizers: ['maree-haute'],
    categories: ['music'],
    tags: ['live-music'],
    cost: 5,
    status: 'pending',
    en: {
      title: 'The Mudflats: A Reunion Nobody Expected',
      text: [
        'Four friends who last played together in a garage are back, with better amplifiers and worse knees. Expect two albums in full and a long story between each song.',
        'Submitted through the public form; the band asks whether the barn has a ramp.',
      ],
    },
    fr: {
      title: 'The Mudflats : des retrouvailles inattendues',
      text: [
        'Quatre amis qui n’avaient plus joué ensemble depuis leur garage reviennent, avec de meilleurs amplis et de moins bons genoux. Deux albums au complet, et une longue histoire entre chaque chanson.',
        'Proposé par le formulaire public ; le groupe demande si la grange a une rampe d’accès.',
      ],
    },
  },
  {
    key: 'calendar-open-call',
    rhythm: { everyDays: 150, from: 6 },
    hours: ['12:00', '13:30'],
    online: true,
    organizers: ['octets-libres', 'fondation-aurore', 'reseau-passerelles'],
    categories: ['community'],
    tags: ['bilingual'],
    cost: 0,
    sticky: true,
    featured: true,
    website: true,
    en: {
      title: 'Put Your Event on the Calendar: Open Call',
      text: [
        'An open session for anyone who wants to announce something here, in one language or both. We create your first event together, from the title to the map.',
        [
          'What makes a good title',
          'When to write your own translation, and when to ask',
          'How long we take to approve a submission',
        ],
      ],
    },
    fr: {
      title: 'Annoncez chez nous : appel à tous',
      text: [
        'Une séance ouverte à qui veut annoncer quelque chose ici, dans une langue ou dans les deux. On crée ensemble votre première annonce, du titre jusqu’au plan.',
        [
          'Ce qui fait un bon titre',
          'Quand traduire soi-même, quand demander de l’aide',
          'Combien de temps prend l’approbation',
        ],
      ],
    },
  },
]
