// Below the composer, while a teacher's picture stays for the sharing: they read at once, and are heard a lead later.
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { KnownStreams } from '#features/streams/known-streams.ts'
import { firstName } from '#shared/first-name.ts'
import { t } from '#shared/i18n/t.ts'

interface SharingDelayProps {
  /** Who holds it; null while no one does. */
  host: DailyMeditation['host']
  sitting: Sitting | null
  streams: KnownStreams
}

/** Nothing while no one speaks. */
export function SharingDelay({ host, sitting, streams }: SharingDelayProps) {
  const stream = sitting && streams.get(sitting.id)
  if (!host || stream?.state !== 'on') return null
  const name = firstName(host.name)
  const seconds = Math.round(stream.leadMs / 1_000)
  return <p>{t('{name} hears you at once; you hear {name} {seconds} s later', { name, seconds })}</p>
}
