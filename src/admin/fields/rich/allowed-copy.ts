import {
  addressed,
  allowedAttributes,
  allowedSchemes,
  allowedTags,
} from '../../../define/text/allowed.ts'

/**
 * In the editor a class has this name: with its own it could take the look of a part of the screens, and cover them. `writtenHtml` gives it
 * back.
 */
export const classInEditor = 'data-class'

/** HTML for the editor, with no class in it. */
export function withoutClasses(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('[class]')) {
    element.setAttribute(classInEditor, element.className)
    element.removeAttribute('class')
  }
  return body.innerHTML
}

/** The attributes of a tag that are stored, without those of the names. */
export function storedAttributes(
  element: Element,
  without: readonly string[] = [],
): Record<string, string> {
  const names = [
    ...(allowedAttributes['*'] ?? []),
    ...(allowedAttributes[element.localName] ?? []),
  ].filter(name => !without.includes(name))
  const attributes: Record<string, string> = {}
  for (const name of names) {
    const attribute = name === 'class' ? classInEditor : name
    const value = element.getAttribute(name) ?? element.getAttribute(attribute)
    if (value !== null && (!addressed.includes(name) || isSafeUrl(value)))
      attributes[attribute] = value
  }
  return attributes
}

/** True for a URL that is relative, or has a scheme that is stored. */
export function isSafeUrl(url: string): boolean {
  const parsed = URL.parse(url, 'https://site.example')
  return parsed !== null && allowedSchemes.includes(parsed.protocol.slice(0, -1))
}

/** An element as the server would store it: pasted HTML may contain anything, and it is shown before it is sent. */
export function allowedCopy(element: Element): Element | undefined {
  if (!allowedTags.includes(element.localName)) return undefined
  const copy = document.createElement(element.localName)
  for (const [name, value] of Object.entries(storedAttributes(element)))
    copy.setAttribute(name, value)
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data)
    const inner = child instanceof Element ? allowedCopy(child) : undefined
    if (inner) copy.append(inner)
  }
  return copy
}
