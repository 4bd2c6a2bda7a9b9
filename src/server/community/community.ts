// The community's settings on this node, read again after each change of any node.
import { busEvents } from '#shared/bus-events.ts'
import { currentLocale, type Language } from '#shared/i18n/t.ts'
import { createPolledState } from '../async/polled-state.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { isDatabaseUnavailable, type Database } from '../db/database.ts'
import { fillFirstName, findSettings, findLegalState, type LegalState, type StoredSettings } from './sql.ts'

export type { LegalState, StoredSettings } from './sql.ts'

/** The settings, with the state of the legal texts. */
export type CommunityState = StoredSettings & LegalState

export interface Community {
  /** The settings as this node last read them; at most some seconds old. */
  settings(): CommunityState
  /** Reads the settings now. */
  refresh(): Promise<void>
  /** After a committed change: reads the settings, and the other nodes do the same. */
  publishChange(): Promise<void>
  /** Called after each change. Returns the function that unsubscribes. */
  onChange(run: (settings: CommunityState) => void): () => void
  /** A value that is computed from the settings, once for each language, and again after each change. */
  derive<T>(compute: (settings: CommunityState) => T): () => T
}

interface CommunityOptions {
  bus: Bus
  clock: Clock
  config: Pick<Config, 'appName'>
  database: Pick<Database, 'query'>
  log: Record<'error', (facts: object, message: string) => void>
}

/** The settings are read this often even without the bus. */
const pollMs = 5_000

/** Reads the settings; a community that starts for the first time gets its name from APP_NAME. */
export async function createCommunity({
  bus,
  clock,
  config,
  database,
  log,
}: CommunityOptions): Promise<Community & { close(): void }> {
  await fillFirstName(database.query, config.appName)
  const read = async () => ({
    ...(await findSettings(database.query)),
    ...(await findLegalState(database.query)),
  })
  let settings: CommunityState = await read()
  const listeners = new Set<(settings: CommunityState) => void>()
  const apply = (next: CommunityState) => {
    // A read that began before a change may end after it.
    const terms = next.termsVersion < settings.termsVersion ? settings : next
    const { termsVersion, materialTermsVersion } = terms
    const { noticeVersion, hasLegalNotice } = next.noticeVersion < settings.noticeVersion ? settings : next
    const current = next.version < settings.version ? settings : next
    if (
      current.version === settings.version &&
      termsVersion === settings.termsVersion &&
      noticeVersion === settings.noticeVersion
    )
      return
    settings = { ...current, termsVersion, materialTermsVersion, noticeVersion, hasLegalNotice }
    for (const run of listeners) run(settings)
  }
  const refresh = async () => apply(await read())
  const reads = createPolledState({
    clock,
    pollMs,
    initial: settings,
    isInitialFresh: true,
    read,
    onChange: apply,
    onError: (error) => {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, 'The settings of the community could not be read.')
    },
  })
  const stops = [
    bus.subscribe(busEvents.community, reads.changed),
    bus.watch({ onMessagesMissed: reads.changed }),
  ]
  return {
    settings: () => settings,
    refresh,
    publishChange: async () => {
      await refresh()
      await bus.publish(busEvents.community, { type: 'changed' })
    },
    onChange: (run) => {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    derive: <T>(compute: (settings: CommunityState) => T) => {
      const known = new Map<Language, { settings: CommunityState; value: T }>()
      const read = () => {
        const language = currentLocale()
        let entry = known.get(language)
        if (entry?.settings !== settings) {
          entry = { settings, value: compute(settings) }
          known.set(language, entry)
        }
        return entry.value
      }
      // At the start, so that a value that can't be computed stops it.
      read()
      return read
    },
    close: () => {
      reads.close()
      for (const stop of stops) stop()
    },
  }
}
