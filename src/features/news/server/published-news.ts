// The news that members may read, on this node: read again after each change of any node, and as its time comes.
import * as z from 'zod/mini'
import { createPolledState } from '#server/async/polled-state.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { busChannel } from '#shared/bus-events.ts'
import { newsRetentionDays } from '#shared/constants.ts'
import { listPublishedNews, type PublishedNews } from './sql.ts'

export interface NewsChange {
  id: number
  version: number
}

export interface PublishedNewsState {
  /** The news as this node last read it; at most some seconds old. */
  list(): readonly PublishedNews[]
  /** After a committed change: reads the news, and the other nodes do the same. */
  publishChange(): Promise<void>
  close(): void
}

/** The news is read this often even without the bus: some starts or ends. */
const pollMs = 5_000
const listMax = 200
const newsEvents = busChannel('news', z.object({ type: z.literal('changed') }))

/** `onChange` is called with each news that appeared, changed or disappeared. */
export async function createPublishedNews(
  { bus, clock, database, log }: Pick<Platform, 'bus' | 'clock' | 'database' | 'log'>,
  onChange: (change: NewsChange) => void,
): Promise<PublishedNewsState> {
  const find = () => {
    const now = new Date(clock.now())
    return listPublishedNews(database.query, { now, since: daysBefore(now, newsRetentionDays), max: listMax })
  }
  let list = await find()
  /** Every read applies, as news may return to an earlier state. */
  const read = async () => {
    const next = await find()
    const changes = changesBetween(list, next)
    list = next
    for (const change of changes) onChange(change)
    return next
  }
  const reads = createPolledState({
    clock,
    pollMs,
    initial: list,
    isInitialFresh: true,
    read,
    onChange: () => undefined,
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error, part: 'news' }, 'The news could not be read.')
    },
  })
  const stops = [bus.subscribe(newsEvents, reads.changed), bus.watch({ onMessagesMissed: reads.changed })]
  return {
    list: () => list,
    publishChange: async () => {
      await read()
      await bus.publish(newsEvents, { type: 'changed' })
    },
    close: () => {
      reads.close()
      for (const stop of stops) stop()
    },
  }
}

function changesBetween(before: readonly PublishedNews[], after: readonly PublishedNews[]): NewsChange[] {
  const differs = (news: PublishedNews, others: readonly PublishedNews[]) =>
    !others.some(
      ({ id, version, isCurrent }) =>
        id === news.id && version === news.version && isCurrent === news.isCurrent,
    )
  const changed = after.filter((news) => differs(news, before))
  const gone = before.filter(({ id }) => !after.some((news) => news.id === id))
  return [...changed, ...gone].map(({ id, version }) => ({ id, version }))
}
