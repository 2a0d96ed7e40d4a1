import { guideNames, guideOf } from '../common/index.ts'
import { fold } from '../define/text/fold.ts'
import { CommandFailure } from './failure.ts'
import { messages } from './messages.ts'
import type { Shell } from './shell.ts'

/** `almanac help TOPIC`: prints the guide of this name, or names those whose name or title has the words. */
export async function helpOn(shell: Shell, topic: string): Promise<void> {
  const { language } = shell
  const text = await guideOf(language, topic)
  if (text !== undefined) return shell.put({ guide: topic, text }, text.trim())
  const guides: { name: string; title: string }[] = []
  for (const name of guideNames(language)) {
    const [, title = ''] = /^# (.+)/m.exec((await guideOf(language, name)) ?? '') ?? []
    guides.push({ name, title })
  }
  const words = fold(topic)
  const found = guides.filter(({ name, title }) => fold(`${name} ${title}`).includes(words))
  if (found.length === 0) {
    const names = guides.map(({ name }) => name).join(', ')
    throw new CommandFailure(messages.usage.noGuide, { topic, names }, 2)
  }
  const width = Math.max(...found.map(({ name }) => name.length))
  const lines = found.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)
  shell.put(found, [shell.message(messages.usage.guides), ...lines].join('\n'))
}
