import { type Filters, isNear, nearRadius } from '../listing/filters.ts'
import { type Html, html } from '../shell/html.ts'
import { messagesIn } from '../shell/messages.ts'
import type { PageRequest } from '../shell/page.ts'

const radii = [2, 5, 10, 25, 50, 100]

/**
 * Events around the visitor. Only the script can find out where that is, once the button is clicked; it shows the part, which is hidden
 * without it. A radius alone asks nothing, so it has no name until there is a position.
 */
export function nearPart({ locale, world }: PageRequest, filters: Filters): Html | string {
  if (!world.site.geolocation) return ''
  const t = messagesIn(locale)
  const isChosen = isNear(filters)
  const radius = isChosen ? nearRadius(filters) : '10'
  const all = radii.some(km => String(km) === radius) ? radii : [...radii, radius]
  return html`<fieldset class="near" data-denied="${t('noPosition')}"${isChosen ? '' : html` hidden`}><legend>${t('aroundMe')}</legend>
<label class="one-of">${t('within')} <select${isChosen ? html` name="geoloc_radius"` : ''}>${all.map(
    km =>
      html`<option value="${km}"${String(km) === radius ? html` selected` : ''}>${t('kilometres', { km })}</option>`,
  )}</select></label>
<button type="button" class="quiet" hidden>${t('findMe')}</button> <output></output></fieldset>`
}
