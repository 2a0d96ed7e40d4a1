import { season } from '../rhythm.ts'
import type { Series } from './series.ts'

export const foodSeries: Series[] = [
  {
    key: 'cooking-class',
    rhythm: { monthly: 'tue', nth: [4], months: [1, 2, 4, 5, 7, 9, 10, 11] },
    hours: ['18:00', '21:00'],
    venues: ['cuisine-longue-table'],
    organizers: ['longue-table'],
    categories: ['food'],
    tags: ['workshop', 'registration', 'beginners'],
    cost: 55,
    ticketed: true,
    editions: [
      { en: ['Dumplings from Five Kitchens'], fr: ['raviolis de cinq cuisines'] },
      { en: ['The Honest Pie Crust'], fr: ['la pâte à tarte honnête'] },
      { en: ['One Chicken, Four Suppers'], fr: ['un poulet, quatre soupers'] },
      { en: ['Beans, Properly'], fr: ['les fèves, pour vrai'] },
      { en: ['Couscous by Hand'], fr: ['le couscous roulé à la main'] },
      { en: ['Sauces That Forgive'], fr: ['les sauces qui pardonnent'] },
      { en: ['Fish Without Fear'], fr: ['le poisson sans peur'] },
      { en: ['Noodles on a Weeknight'], fr: ['des nouilles un soir de semaine'] },
    ],
    en: {
      title: 'Cooking Class: {theme}',
      text: [
        'Twelve stoves, twelve cooks, and one person who has made every mistake already. We cook for two hours, eat for one, and share the dishes.',
        'Tell us about allergies when you register. You take home the recipe and, often, a jar of something.',
      ],
    },
    fr: {
      title: 'Cours de cuisine : {theme}',
      text: [
        'Douze feux, douze apprentis, et quelqu’un qui a déjà fait toutes les erreurs. On cuisine deux heures, on mange une heure, et on se partage la vaisselle.',
        'Signalez vos allergies à l’inscription. On repart avec la recette et, souvent, un petit pot de quelque chose.',
      ],
    },
  },
  {
    key: 'soup-sunday',
    rhythm: { monthly: 'sun', nth: [4], months: season(11, 4) },
    hours: ['11:30', '14:00'],
    venues: ['cuisine-longue-table', 'maison-du-courant'],
    organizers: ['longue-table', 'reseau-passerelles'],
    categories: ['food', 'community'],
    tags: ['newcomers', 'pay-what-you-can', 'winter'],
    cost: 0,
    editions: [
      { en: ['Lentils and Lemon'], fr: ['lentilles et citron'] },
      { en: ['Pea Soup, Three Ways'], fr: ['soupe aux pois, trois écoles'] },
      { en: ['Harira'], fr: ['harira'] },
      { en: ['Borscht Against the Cold'], fr: ['bortsch contre le froid'] },
      { en: ['Everything Left in the Cellar'], fr: ['le fond du caveau'] },
    ],
    en: {
      title: 'Soup Sunday: {theme}',
      text: [
        'Two huge pots, good bread and a place at the table for whoever comes. This month’s cook tells the story of the recipe before the ladle goes round.',
        'Leave a coin, a carrot or half an hour at the sink.',
      ],
    },
    fr: {
      title: 'Dimanche soupe : {theme}',
      text: [
        'Deux énormes chaudrons, du bon pain et une place à table pour qui se présente. La personne aux fourneaux raconte sa recette avant que la louche ne circule.',
        'Laissez une pièce, une carotte ou une demi-heure à l’évier.',
      ],
    },
  },
  {
    key: 'cheese-and-cider',
    rhythm: { monthly: 'sat', nth: [1], months: [3, 8, 12] },
    hours: ['17:00', '19:30'],
    venues: ['halle-aux-voiles', 'halle-du-canal'],
    organizers: ['maraichers-riverains', 'longue-table'],
    categories: ['food'],
    tags: ['local-produce', 'registration'],
    cost: [35, 48],
    ticketed: true,
    editions: [
      {
        en: ['Washed Rinds', 'Strong cheese, gentle cider and windows that open.'],
        fr: [
          'croûtes lavées',
          'Des fromages de caractère, des cidres tendres et des fenêtres qui s’ouvrent.',
        ],
      },
      {
        en: ['Ice Cider', 'Apples picked in January and a blue that stands up to them.'],
        fr: ['cidres de glace', 'Des pommes cueillies en janvier et un bleu qui leur tient tête.'],
      },
      {
        en: ['Sheep and Goats', 'Eight small dairies, none with more than sixty animals.'],
        fr: ['brebis et chèvres', 'Huit petites fromageries, aucune de plus de soixante bêtes.'],
      },
    ],
    en: {
      title: 'Cheese and Cider: {theme}',
      text: [
        'Eight cheeses meet six ciders, and their makers explain the marriage. {more}',
        'The higher price includes a tasting box to take home. Grape juice for drivers.',
      ],
    },
    fr: {
      title: 'Fromages et cidres : {theme}',
      text: [
        'Huit fromages rencontrent six cidres, et ceux qui les font expliquent le mariage. {more}',
        'Le plein tarif comprend une boîte à emporter. Moût de pomme pour qui conduit.',
      ],
    },
  },
  {
    key: 'market-lunch-lyon',
    rhythm: { monthly: 'sat', nth: [4], months: [1, 4, 7, 10] },
    hours: ['09:30', '14:00'],
    venues: ['halle-saint-aubin'],
    organizers: ['amis-de-mercure'],
    categories: ['food', 'markets'],
    tags: ['guided-tour', 'local-produce', 'registration'],
    cost: [38, 52],
    website: true,
    editions: [
      {
        en: ['Quenelles', 'Pike, air and patience, under the eye of two rival cooks.'],
        fr: ['la quenelle', 'Du brochet, de l’air et de la patience, sous l’œil de deux rivaux.'],
      },
      {
        en: ['Cardoons and Marrow', 'A winter vegetable that deserves better publicity.'],
        fr: ['cardons et moelle', 'Un légume d’hiver qui mérite une meilleure réputation.'],
      },
      {
        en: ['Silk-Workers’ Breakfast', 'Cervelle de canut, hot potatoes and a glass before noon.'],
        fr: ['le mâchon', 'Cervelle de canut, pommes de terre brûlantes et un verre avant midi.'],
      },
    ],
    en: {
      title: 'Shop, Cook, Lunch: {theme}',
      text: [
        'We buy together at nine thirty, cook at eleven and sit down at half past twelve. {more}',
        'The morning is led in French, with whispered English for those who want it.',
      ],
    },
    fr: {
      title: 'Cabas, fourneaux, déjeuner : {theme}',
      text: [
        'On fait les courses à 9 h 30, on cuisine à 11 h, on passe à table à midi et demi. {more}',
        'La matinée se déroule en français, avec un anglais chuchoté pour les visiteurs.',
      ],
    },
  },
  {
    key: 'sugar-shack',
    rhythm: { monthly: 'sat', nth: [2, 4], months: [3] },
    hours: ['10:00', '16:00'],
    venues: ['parc-de-la-drave'],
    organizers: ['jardins-communs', 'petit-renard'],
    categories: ['food', 'family'],
    tags: ['local-produce', 'open-air', 'winter'],
    cost: [6, 12],
    editions: [
      {
        en: ['First Run', 'The pale syrup of the first warm days.'],
        fr: ['première coulée', 'Le sirop pâle des premiers redoux.'],
      },
      {
        en: ['High Season', 'The evaporator runs from morning to night.'],
        fr: ['pleine coulée', 'L’évaporateur roule du matin au soir.'],
      },
      {
        en: ['Last Barrels', 'Dark syrup, muddy boots and a farewell to winter.'],
        fr: ['derniers barils', 'Du sirop brun, des bottes boueuses et un adieu à l’hiver.'],
      },
    ],
    en: {
      title: 'Sugar Shack in the Park: {theme}',
      text: [
        'A small boiling house goes up beside the river and the taffy is poured on clean snow. {more}',
        'Pancakes until two. Families with a garden plot pay the lower price.',
      ],
    },
    fr: {
      title: 'Cabane à sucre au parc : {theme}',
      text: [
        'Une petite cabane s’installe près de la rivière et la tire se verse sur la neige propre. {more}',
        'Crêpes jusqu’à 14 h. Petit prix pour les familles qui ont un jardinet.',
      ],
    },
  },
  {
    key: 'food-trucks',
    rhythm: { monthly: 'fri', nth: [1], months: season(6, 9) },
    hours: ['17:00', '21:30'],
    venues: ['parc-de-la-drave', 'parc-de-la-digue'],
    organizers: ['longue-table', 'quartier-vivant'],
    categories: ['food'],
    tags: ['open-air', 'summer', 'live-music'],
    cost: 0,
    editions: [
      { en: ['Dumplings Against Tacos'], fr: ['raviolis contre tacos'] },
      { en: ['All Things Grilled'], fr: ['tout sur la braise'] },
      { en: ['The Vegetable Convoy'], fr: ['le convoi des légumes'] },
      { en: ['Dessert First'], fr: ['le dessert d’abord'] },
    ],
    en: {
      title: 'Trucks at Sunset: {theme}',
      text: [
        'Nine food trucks circle the lawn and a band sets up in the middle. Entry is free; hunger is required.',
        'Bring your own plate and each truck takes <strong>fifty cents</strong> off.',
      ],
    },
    fr: {
      title: 'Camions au soleil couchant : {theme}',
      text: [
        'Neuf camions de cuisine font cercle sur la pelouse et un groupe s’installe au milieu. L’entrée est libre, l’appétit obligatoire.',
        'Apportez votre assiette : chaque camion enlève <strong>cinquante sous</strong> à l’addition.',
      ],
    },
  },
]
