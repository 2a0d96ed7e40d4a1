/** An element with its attributes and what is in it; text is text, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | boolean | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      made.setAttribute(attribute, value === true ? '' : value)
  made.append(...children)
  return made
}

export function button(label: string, onClick: () => void, attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', onClick)
  return made
}

/** Only pages are linked to. */
export const isPage = (url: string): boolean => /^https?:\/\//i.test(url)
