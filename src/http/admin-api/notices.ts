import type { User } from '../../calendar/index.ts'
import type { Service } from '../services/service.ts'
import { noticeMail } from './mails.ts'

/**
 * Says to the former e-mail address of an account that it has another one, or none. As often as links are sent: owners may enter any
 * address and leave it again, and strangers would get an e-mail each time.
 */
export function notifyPreviousAddress(service: Service, before: User) {
  const { ofMails } = service.signInAttempts
  const key = `address ${before.id}`
  if (!service.mail || !before.email || ofMails.isExceeded(key)) return
  ofMails.failed(key)
  service.mail.send(before.email, noticeMail(service, before, 'address'))
}

/** Tells the owner of an account what others try, once a day. */
export function notify(service: Service, user: User, kind: 'codes' | 'passwords') {
  const { ofNotices } = service.signInAttempts
  const key = `${kind} ${user.id}`
  if (!service.mail || !user.email || user.disabled !== null || ofNotices.isExceeded(key)) return
  ofNotices.failed(key)
  service.mail.send(user.email, noticeMail(service, user, kind))
}
