// The settings of new schedules in the activity log: stored as 'bellSeconds 8', shown in the viewer's language.
import { formatWallTime } from '#features/activity/format-activity.ts'
import { partLengths } from '#features/sittings/part-lengths.ts'
import { t, translate } from '#shared/i18n/t.ts'

export function formatNewSchedulesItem(item: string): string {
  const [name = '', value = ''] = item.split(' ')
  if (name === 'together')
    return t('{isTogether, select, true {Starts together} other {Doesn’t start together}}', {
      isTogether: value,
    })
  if (name === 'scheduledTime') return t('Time: {time}', { time: formatWallTime(value) })
  const length = partLengths.find(({ field }) => field === name)
  if (!length) return item
  const facts = { part: translate(length.label), count: Number(value) }
  return length.unit === 'minutes'
    ? t('{part}: {count, plural, one {# minute} other {# minutes}}', facts)
    : t('{part}: {count, plural, one {# second} other {# seconds}}', facts)
}
