import { tableOf } from '../../define/base/objects.ts'
import { linkKinds } from '../../define/record.ts'
import { type PagedName, pagedNames } from '../../resources/index.ts'
import { adminPage, lookPage, previewPage } from '../editors/page.ts'
import { eventFile, listFeed } from '../feeds/feeds.ts'
import { recordFeed } from '../feeds/record-feed.ts'
import { calendarFeed, calendarOf, newsFeed, newsOf } from '../feeds/reference.ts'
import { guideImage, guidePage, guidesPage } from '../guides/page.ts'
import { assetFile } from '../layout/assets.ts'
import { dayPage, weekPage } from '../pages/days.ts'
import { docsPage } from '../pages/docs.ts'
import { embedPage, embedScript } from '../pages/embed.ts'
import { embedFrame } from '../pages/embed-frame.ts'
import { eventOnPage, eventPage } from '../pages/event.ts'
import { home } from '../pages/home.ts'
import { indexPage } from '../pages/index-of.ts'
import { linkedPage } from '../pages/linked.ts'
import { listPage } from '../pages/list.ts'
import { mapPage } from '../pages/map.ts'
import { eventsPage, monthPage, viewOfToday } from '../pages/month.ts'
import { recordPage } from '../pages/record.ts'
import { unsubscribePage } from '../pages/unsubscribe.ts'
import { type AddressName, feedsOf } from '../shell/addresses.ts'
import { appIcon, favicon, manifestFile, touchIcon } from '../shell/icons.ts'
import type { Handler } from '../shell/page.ts'
import { llmsFile } from '../structured/llms.ts'
import { oembedFile } from '../structured/oembed-file.ts'
import { robotsFile, securityFile } from '../structured/robots.ts'
import { sitemapIndex, sitemapPart } from '../structured/sitemap-files.ts'
import { correctedPage, correctPage } from '../submission/correct.ts'
import { proposedPage, proposePage } from '../submission/page.ts'
import { reportedPage, reportPage } from '../submission/report.ts'

/** Pages that show more than the fields of a record. */
const ownPages: Partial<Record<PagedName, Handler>> = {
  event: eventPage,
  ...tableOf(linkKinds, linkedPage),
}

/** The handler of each address. */
export const handlers: Record<AddressName, Handler> = {
  home,
  events: eventsPage,
  month: monthPage,
  week: weekPage,
  day: dayPage,
  thisMonth: viewOfToday('month'),
  thisWeek: viewOfToday('week'),
  today: viewOfToday('day'),
  list: listPage,
  listFrom: listPage,
  map: mapPage,
  mapFrom: mapPage,
  venues: indexPage('venue'),
  organizers: indexPage('organizer'),
  categories: indexPage('category'),
  feed: listFeed,
  rss: newsFeed,
  ical: calendarFeed,
  eventFile: request => eventFile(request),
  eventOnFile: request => eventFile(request),
  ...tableOf(pagedNames, kind => ownPages[kind] ?? recordPage(kind)),
  eventOn: eventOnPage,
  categoryRss: newsOf('category'),
  tagRss: newsOf('tag'),
  categoryIcal: calendarOf('category'),
  tagIcal: calendarOf('tag'),
  ...feedsOf(recordFeed),
  docs: docsPage,
  guides: guidesPage,
  guide: guidePage,
  guideImage,
  embed: embedPage,
  embedFrame,
  embedScript,
  propose: proposePage,
  proposed: proposedPage,
  correct: correctPage,
  corrected: correctedPage,
  eventReport: reportPage,
  eventReported: reportedPage,
  sitemap: sitemapIndex,
  sitemapPart,
  robots: robotsFile,
  llms: llmsFile,
  security: securityFile,
  oembed: oembedFile,
  favicon,
  touchIcon,
  appIcon,
  manifest: manifestFile,
  asset: assetFile,
  unsubscribe: unsubscribePage,
  admin: adminPage,
  preview: previewPage,
  look: lookPage,
  adminScreen: adminPage,
}

const feeds = ['feed', 'rss', 'ical', 'categoryRss', 'tagRss', 'categoryIcal', 'tagIcal'] as const

/** Pages of a private calendar that stay public: they show no record, or need a token. */
const open: ReadonlySet<AddressName> = new Set<AddressName>([
  ...(['favicon', 'touchIcon', 'appIcon', 'manifest'] as const),
  ...([
    'asset',
    'docs',
    'guides',
    'guide',
    'guideImage',
    'robots',
    'security',
    'unsubscribe',
    'admin',
    'preview',
    'look',
    'adminScreen',
  ] as const),
  ...(['eventFile', 'eventOnFile'] as const),
  ...feeds,
])
export const isOpen = (name: AddressName) => open.has(name)

const noPages: ReadonlySet<AddressName> = new Set<AddressName>([...feeds, 'asset'])
/** True for a page that is rendered for this request only, within some milliseconds. */
export const isPage = (name: AddressName) => !noPages.has(name)

/** The pages of a calendar, which people and search engines link to. */
const linked: ReadonlySet<AddressName> = new Set<AddressName>([
  ...(['events', 'month', 'week', 'day', 'list', 'listFrom', 'map', 'mapFrom'] as const),
  ...(['venues', 'organizers', 'categories'] as const),
  ...pagedNames,
  'eventOn',
])
export const isLinked = (name: AddressName) => linked.has(name)

/** The addresses that accept a form. */
const forms: Partial<Record<AddressName, { takesFile: boolean }>> = {
  propose: { takesFile: true },
  correct: { takesFile: true },
  eventReport: { takesFile: false },
  unsubscribe: { takesFile: false },
  event: { takesFile: false },
  eventOn: { takesFile: false },
}
export const formAt = (name: AddressName) => forms[name]
