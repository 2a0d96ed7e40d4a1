import { howOf } from '../define/import-options.ts'
import { misuse } from './failure.ts'
import { howIn, oneOf, sourceIn } from './import.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'
import { isoMoment, moment, table } from './table.ts'
import { trial } from './trial.ts'
import { withDataFolder } from './with-calendar.ts'

const { imports: text } = messages

/** Subscribes to a feed. */
export const subscribe: CommandHandler = (shell, flags, [url = ''], own) =>
  withDataFolder(shell, flags, async opened => {
    const { importFormats, intervals, isUrl, subscribeTo } = await import('../transfer/index.ts')
    if (!isUrl(url)) throw misuse(text.badUrl, { value: url })
    const often = Object.keys(intervals) as (keyof typeof intervals)[]
    const { id, source } = await subscribeTo(opened, {
      url,
      format: oneOf(own, 'format', importFormats) ?? 'ics',
      every: oneOf(own, 'every', often) ?? 'daily',
      source: sourceIn(own),
      options: howOf(howIn(own)),
    })
    shell.put({ id, source }, shell.message(text.subscribed, { id, source }))
  })

/** Shows the subscriptions. */
export const list: CommandHandler = (shell, flags) =>
  withDataFolder(shell, flags, async opened => {
    const { feedsOf } = await import('../transfer/index.ts')
    const feeds = await feedsOf(opened)
    const columns = ['id', 'source', 'state', 'checked', 'url'] as const
    const rows = feeds.map(({ id, source, state, checked, url, error }) => [
      String(id),
      source,
      error ? `${state}: ${shell.message(error)}` : state,
      moment(checked),
      url,
    ])
    const all = feeds.map(({ id, source, state, format, every, checked, next, url, failures }) => ({
      id,
      source,
      state,
      format,
      every,
      checked: isoMoment(checked),
      next: isoMoment(next),
      url,
      failures,
    }))
    const names = columns.map(column => shell.message(text[column]))
    shell.put(all, rows.length > 0 ? table(names, rows) : shell.message(text.noFeeds))
  })

/** Ends a subscription. */
export const unsubscribe: CommandHandler = (shell, flags, [id = ''], { dryRun }) =>
  withDataFolder(shell, flags, async opened => {
    if (!/^\d{1,15}$/.test(id)) throw misuse(text.badFeedId, { value: id })
    const { endFeed, feedNamed } = await import('../transfer/index.ts')
    if (dryRun) {
      const { url } = await feedNamed(opened, Number(id))
      const data = trial(true, { id: Number(id), ended: false })
      return shell.put(data, shell.message(text.wouldUnsubscribe, { id, url }))
    }
    await endFeed(opened, Number(id))
    shell.put({ id: Number(id), ended: true }, shell.message(text.unsubscribed, { id }))
  })
