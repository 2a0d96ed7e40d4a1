import { Node } from '@tiptap/core'
import { isSafeUrl, storedAttributes } from './allowed-copy.ts'

const srcOf = (image: Element) => {
  const src = image.getAttribute('src')
  return src && isSafeUrl(src) ? src : null
}

/** An image among words, as older texts have them. */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: element => (srcOf(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** The image of a figure that has nothing but it, a link around it and a caption. */
function soleImage(figure: Element): Element | undefined {
  const [first, ...rest] = [...figure.children].filter(each => each.localName !== 'figcaption')
  if (!first || rest.length > 0 || ownText(figure)) return undefined
  if (first.localName === 'img') return srcOf(first) ? first : undefined
  const [image, ...others] = first.children
  const isLinked = first.localName === 'a' && others.length === 0 && !first.textContent?.trim()
  return isLinked && image?.localName === 'img' && srcOf(image) ? image : undefined
}

const ownText = (element: Element) =>
  [...element.childNodes].some(node => node instanceof Text && node.data.trim())

export type FigureValue = {
  image: Record<string, string>
  /** Attributes of a link around the image. */
  link: Record<string, string> | null
}

function figureFrom(figure: Element): FigureValue | false {
  const image = soleImage(figure)
  const around = image?.parentElement
  if (!image || !around) return false
  return {
    image: storedAttributes(image),
    link: around.localName === 'a' ? storedAttributes(around) : null,
  }
}

const plain = { renderHTML: () => ({}) }

/** An image from the library with its caption, which is typed below it. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  defining: true,
  draggable: true,
  addAttributes: () => ({
    image: { default: {}, parseHTML: () => undefined, ...plain },
    link: { default: null, parseHTML: () => undefined, ...plain },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      priority: 60,
      getAttrs: figureFrom,
      contentElement: element =>
        (element instanceof Element && element.querySelector<HTMLElement>('figcaption')) ||
        document.createElement('figcaption'),
    },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const { image, link } = node.attrs
    const img = ['img', image] as const
    return ['figure', HTMLAttributes, link ? ['a', link, img] : img, ['figcaption', 0]]
  },
  addKeyboardShortcuts() {
    return {
      // the words after the figure
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        if ($from.parent.type.name !== this.name) return false
        return editor
          .chain()
          .insertContentAt($from.after(), { type: 'paragraph' })
          .setTextSelection($from.after() + 1)
          .run()
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        const isEmpty = $from.parent.type.name === this.name && $from.parent.content.size === 0
        return isEmpty && empty && editor.commands.deleteNode(this.name)
      },
    }
  },
})
