import { textFor } from '../../define/text/local-text.ts'
import { siteLinks } from '../../define/text/site-links.ts'
import { type Html, html } from '../shell/html.ts'
import type { PageRequest } from '../shell/page.ts'

const aboutPrivacy = /privacy|confidentialit|donn[ée]es[- ]personnelles|gdpr|rgpd/i

/** The page of the site about personal data: the first link of its footer or header that says so. It opens beside the form. */
export function privacyLink({ language, world }: PageRequest): Html | string {
  const { footerLinks, headerLinks } = world.settings
  const links = [footerLinks, headerLinks].flatMap(
    written => siteLinks(textFor(written, language), Number.POSITIVE_INFINITY) ?? [],
  )
  const link = links.find(({ text, url }) => aboutPrivacy.test(`${text} ${url}`))
  return link ? html` <a href="${link.url}" target="_blank" rel="noopener">${link.text}</a>` : ''
}
