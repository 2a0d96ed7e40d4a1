/** Characters that screens do not show, or show as something else: control, format and filler characters, and unassigned code points. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

export const hasHidden = (text: string) => hidden.test(text)

/** Lower case of A–Z alone: Unicode's lower case makes one letter of several (the Kelvin sign is a k). */
export const asciiLower = (text: string) =>
  text.replace(/[A-Z]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 32))

/** A domain as DNS knows it; undefined: a name cannot be written like that. */
function asciiDomain(domain: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(domain)) return asciiLower(domain)
  // full width and other compatibility forms of letters are another spelling, not another letter
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || domain.normalize('NFKC') !== domain)
    return undefined
  const host = URL.parse(`http://${domain}`)?.hostname
  return host && /[^\d.]$/.test(host) ? host : undefined
}

/**
 * The mailbox that an e-mail address means, to be compared exactly: A–Z in lower case, the domain in its ASCII form. Nothing else is
 * alike: `é` is another letter than `e`, and another person may have it. Undefined: no e-mail address.
 */
export function mailboxOf(email: string): string | undefined {
  const [, name, domain] = /^([^\s@]{1,100})@([^\s@]{1,150})$/.exec(email) ?? []
  if (!name || !domain || hasHidden(email)) return undefined
  const host = asciiDomain(domain)
  return host && `${asciiLower(name)}@${host}`
}
