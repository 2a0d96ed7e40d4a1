import { mapServers, mapSourceNames } from '../define/map-sources.ts'
import { regionsOf } from '../define/text/locales.ts'
import { weekStartNames } from '../define/text/week-start.ts'
import type { Definitions } from './setting.ts'
import { integer, isTileAddress, oneOf, text, wordAndText } from './setting-types.ts'
import { localized } from './text-types.ts'

/** The look of pages, and their features. */
export const pageSettings = {
  siteName: {
    type: localized(
      text(
        /^[^\p{Cc}<>]{1,100}$/u,
        { en: 'a name of up to 100 characters', fr: 'un nom de 100 caractères au plus' },
        { canBeEmpty: true },
      ),
    ),
    default: '',
    live: { en: 'Name of the calendar', fr: 'Nom de l’agenda' },
    en: 'The name of the calendar at the top of its pages.',
    fr: 'Le nom de l’agenda en tête de ses pages.',
  },
  tagline: {
    type: localized(
      text(
        /^[^\p{Cc}<>]{1,160}$/u,
        { en: 'up to 160 characters', fr: '160 caractères au plus' },
        { canBeEmpty: true },
      ),
    ),
    default: '',
    live: { en: 'Tagline', fr: 'Slogan' },
    en: 'A few words below the name of the calendar.',
    fr: 'Quelques mots sous le nom de l’agenda.',
  },
  englishRegion: {
    type: oneOf(...regionsOf.en),
    default: 'en-GB',
    live: {
      en: 'Region of English texts',
      fr: 'Région des textes anglais',
      words: {
        'en-GB': {
          en: 'United Kingdom: 6 March 2027, 8:30 pm',
          fr: 'Royaume-Uni : 6 March 2027, 8:30 pm',
        },
        'en-US': {
          en: 'United States: March 6, 2027, 8:30 PM',
          fr: 'États-Unis : March 6, 2027, 8:30 PM',
        },
        'en-CA': {
          en: 'Canada: March 6, 2027, 8:30 p.m.',
          fr: 'Canada : March 6, 2027, 8:30 p.m.',
        },
      },
    },
    en: 'The region that sets the form of dates, times, prices and weeks in English.',
    fr: 'La région qui détermine la forme des dates, des heures, des tarifs et des semaines en anglais.',
  },
  frenchRegion: {
    type: oneOf(...regionsOf.fr),
    default: 'fr-FR',
    live: {
      en: 'Region of French texts',
      fr: 'Région des textes français',
      words: {
        'fr-FR': { en: 'France', fr: 'France' },
        'fr-CA': { en: 'Canada', fr: 'Canada' },
        'fr-CH': { en: 'Switzerland', fr: 'Suisse' },
        'fr-BE': { en: 'Belgium', fr: 'Belgique' },
      },
    },
    en: 'The region that sets the form of dates, times, prices and weeks in French.',
    fr: 'La région qui détermine la forme des dates, des heures, des tarifs et des semaines en français.',
  },
  frenchSpelling: {
    type: oneOf('grave', 'acute'),
    default: 'grave',
    live: {
      en: 'Spelling of “évènement”',
      fr: 'Orthographe d’« évènement »',
      words: {
        grave: { en: 'évènement (since 1990)', fr: 'évènement (depuis 1990)' },
        acute: { en: 'événement (before 1990)', fr: 'événement (avant 1990)' },
      },
    },
    en: 'How the word “évènement” is spelled in French texts of pages, feeds, e-mails and embedded calendars, with a grave accent (évènement) or an acute one (événement). Texts of events and URLs stay as they are.',
    fr: 'L’orthographe du mot « évènement » dans les textes français des pages, des flux, des e-mails et des agendas intégrés : avec un accent grave (évènement) ou aigu (événement). Les textes des évènements et les URL ne changent pas.',
  },
  weekStart: {
    type: oneOf('region', ...weekStartNames),
    default: 'region',
    live: {
      en: 'First day of the week',
      fr: 'Premier jour de la semaine',
      words: {
        region: { en: 'That of the region', fr: 'Celui de la région' },
        monday: { en: 'Monday', fr: 'Lundi' },
        sunday: { en: 'Sunday', fr: 'Dimanche' },
        saturday: { en: 'Saturday', fr: 'Samedi' },
      },
    },
    en: 'The day on which weeks begin, on pages and in calendars embedded in other sites; by default, that of the region of each language.',
    fr: 'Le jour où commence la semaine, sur les pages et dans les agendas intégrés à d’autres sites ; par défaut, celui de la région de chaque langue.',
  },
  homePage: {
    type: oneOf('front', 'month', 'week', 'list', 'map'),
    default: 'front',
    live: {
      en: 'Home page',
      fr: 'Page d’accueil',
      words: {
        front: { en: 'Front page', fr: 'Page d’accueil avec la une' },
        month: { en: 'Month', fr: 'Mois' },
        week: { en: 'Week', fr: 'Semaine' },
        list: { en: 'List', fr: 'Liste' },
        map: { en: 'Map', fr: 'Carte' },
      },
    },
    en: 'The content of the home page (/): a front page with featured events, or the calendar by month, by week, as a list or as a map.',
    fr: 'Le contenu de la page d’accueil (/) : une page avec les évènements à la une, ou l’agenda par mois, par semaine, en liste ou sur une carte.',
  },
  mapSource: {
    type: wordAndText(
      mapSourceNames,
      {
        en: 'behind url, the tiles of a server, such as url https://tiles.example.org/{z}/{x}/{y}.png',
        fr: 'après url, les tuiles d’un serveur, par exemple url https://tuiles.exemple.fr/{z}/{x}/{y}.png',
      },
      (text, word) => word === 'url' && isTileAddress(text),
    ),
    default: 'url',
    live: {
      en: 'Maps',
      fr: 'Cartes',
      words: {
        url: {
          en: 'The map server whose URL follows, or links in place of maps without one',
          fr: 'Le serveur de cartes dont l’URL suit, ou des liens à la place des cartes sans elle',
        },
        openstreetmap: mapServers.openstreetmap.name,
        ign: mapServers.ign.name,
        swisstopo: mapServers.swisstopo.name,
        file: {
          en: 'A file in the data folder (map.pmtiles): no other host',
          fr: 'Un fichier du dossier de données (map.pmtiles) : aucun autre hôte',
        },
      },
    },
    en: 'Where maps come from: url and the tiles of a server of your choice (url alone: pages have links in place of maps), a public server, or map.pmtiles in the data folder. Browsers ask another host for tiles only after a visitor has pressed “Show the map”.',
    fr: 'D’où viennent les cartes : url et les tuiles d’un serveur de votre choix (url seul : les pages ont des liens à la place des cartes), d’un serveur public, ou de map.pmtiles dans le dossier de données. Les navigateurs ne demandent des tuiles à un autre hôte qu’une fois que le visiteur a appuyé sur « Afficher la carte ».',
  },
  mapAttribution: {
    type: text(
      /^[^\p{Cc}<>]{1,300}$/u,
      {
        en: 'words, and perhaps a URL after them, such as © OpenStreetMap https://www.openstreetmap.org/copyright',
        fr: 'des mots, suivis au besoin d’une URL, tels que © OpenStreetMap https://www.openstreetmap.org/copyright',
      },
      { canBeEmpty: true },
    ),
    default: '',
    live: {
      en: 'Source of the map',
      fr: 'Source de la carte',
      where: { setting: 'mapSource', is: ['url', 'file'] },
    },
    en: 'The attribution that the license of the map requires below maps. Empty: that of the server or file chosen in mapSource.',
    fr: 'La mention de source à afficher sous les cartes, selon la licence de la carte. Vide : celle du serveur ou du fichier choisi dans mapSource.',
  },
  robots: {
    type: oneOf('all', 'none'),
    default: 'all',
    live: {
      en: 'Search engines',
      fr: 'Moteurs de recherche',
      words: {
        all: { en: 'They may read the pages', fr: 'Ils peuvent lire les pages' },
        none: { en: 'They may not', fr: 'Ils ne le peuvent pas' },
      },
    },
    en: 'Whether search engines may read the pages; if not, robots.txt and every page say so.',
    fr: 'Indique si les moteurs de recherche peuvent lire les pages ; sinon, robots.txt et chaque page le leur interdisent.',
  },
  securityContact: {
    type: text(
      /^(?:(?:mailto:)?[^\s@:/]+@[^\s@:/]+|https:\/\/\S+)$/,
      {
        en: 'an e-mail address, or a URL that begins with https://',
        fr: 'une adresse e-mail, ou une URL qui commence par https://',
      },
      {
        canBeEmpty: true,
        tidy: written => (/^[^:]+@/.test(written) ? `mailto:${written}` : written),
      },
    ),
    default: '',
    live: { en: 'Contact for security', fr: 'Contact de sécurité' },
    en: 'Where people report a vulnerability of the site; /.well-known/security.txt (RFC 9116) shows it. Empty: there is no such file.',
    fr: 'Où signaler une vulnérabilité du site ; /.well-known/security.txt (RFC 9116) l’affiche. Vide : ce fichier n’existe pas.',
  },
  submissions: {
    type: integer(0, 1000),
    default: 0,
    live: { en: 'Proposals by the public', fr: 'Propositions du public' },
    en: 'The number of events that one IP address may propose in an hour by the public form; 0 for no form.',
    fr: 'Le nombre d’évènements qu’une adresse IP peut proposer par heure avec le formulaire public ; 0 pour aucun formulaire.',
  },
} as const satisfies Definitions
