// The sentence for a member of a group whose video doesn't play: the sitting goes on without it.
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import type { PlayerGroup } from './use-group-playback.ts'

/** Null for a member who watches at their own pace. */
export function sitOnSentence(group: Pick<PlayerGroup, 'isOnOwn' | 'bellAtMs'> | null): string | null {
  if (group === null || group.isOnOwn) return null
  const time = formatTimeOfDay(group.bellAtMs, displayZone())
  return t('Sit on in silence; the bell ends it at {time}.', { time })
}
