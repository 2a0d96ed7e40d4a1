/** The blocks of the front page; `text` has words of its own and may be there several times, `image` is the one that is set for sharing. */
export const blockNames = [
  'text',
  'image',
  'today',
  'featured',
  'categories',
  'free',
  'next',
  'running',
] as const
export type BlockName = (typeof blockNames)[number]
type Block = { name: BlockName; words: string }

const usual: Block[] = (['today', 'featured', 'categories', 'next', 'running'] as const).map(
  name => ({ name, words: '' }),
)

/** The blocks of a setting, one on each line; undefined: a line names none. Of an empty one the usual ones. */
export function frontBlocks(written: string): Block[] | undefined {
  const blocks: Block[] = []
  for (const line of written.split('\n')) {
    const [, first = '', words = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? []
    if (first === '') continue
    const name = blockNames.find(each => each === first.toLowerCase())
    const isText = name === 'text'
    if (!name || isText !== (words !== '')) return undefined
    if (!isText && blocks.some(block => block.name === name)) return undefined
    blocks.push({ name, words })
  }
  return blocks.length > 0 ? blocks : usual
}
