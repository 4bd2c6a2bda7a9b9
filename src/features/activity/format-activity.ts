// Activity texts: the sentence of an entry and its field changes, by the declaration of its kind.
import { isDay } from '#shared/day-schema.ts'
import { formatDay } from '#shared/day.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { intlLocale, t, translate } from '#shared/i18n/t.ts'
import type { Activity, FieldChange, NamedUser, SentencePart } from './contract.ts'
import { formatTimestamp } from './format-timestamp.ts'
import type { ActivityDiff, ActivityField, ActivityKind } from './kinds.ts'

/** An entry as recorded. */
export interface RecordedActivity extends Omit<Activity, 'sentence' | 'changes'>, ActivityDiff {
  /** Whether the target is a member. */
  isOnMember: boolean
}

/** The declared kinds by action. It lacks those of a later version or of a removed feature. */
export type KindsByAction = ReadonlyMap<string, ActivityKind>

interface FormatContext {
  kinds: KindsByAction
  /** The members that {@link referencedUserIds} found. */
  people: readonly NamedUser[]
}

// Private characters, at whose places in a sentence the names are put.
const actorMark = '\uE000'
const targetMark = '\uE001'

/** The sentence of an entry; names the action if its kind isn't declared. */
export function sentenceOf(
  { action, actor, isOnMember, target: { id, name }, before, after }: RecordedActivity,
  { kinds, people }: FormatContext,
): SentencePart[] {
  const kind = kinds.get(action)
  const input = { before, after, findMember: (memberId: unknown) => findUser(memberId, people) }
  const named = kind?.namedMember?.(input) ?? null
  const memberId = named?.id ?? (isOnMember ? id : null)
  const ownName = kind?.target.nameOf ? kind.target.nameOf(name, { before, after }) : name
  const targetName = named?.name ?? ownName ?? (memberId === null ? null : t('someone'))
  const marks = { actor: actorMark, target: targetMark }
  const sentence =
    kind?.sentence(marks, input) ?? t('{actor} performed “{action}” on {target}', { ...marks, action })
  const shown = targetName === null ? sentence.replace(/ ?\uE001/u, '') : sentence
  return shown
    .split(/([\uE000\uE001])/u)
    .filter((part) => part !== '')
    .map((part): SentencePart => {
      if (part === actorMark) return { text: actor?.name ?? t('The operator'), role: 'actor', memberId: null }
      if (part === targetMark) return { text: targetName ?? '', role: 'target', memberId }
      return { text: part, role: 'words', memberId: null }
    })
}

/** The changed fields to show, in the order of the record; moments by the clock of the zone. */
export function fieldChangesOf(
  { action, before, after }: RecordedActivity,
  { kinds, people, zone }: FormatContext & { zone: string },
): FieldChange[] {
  const fields = new Map(Object.entries(kinds.get(action)?.fields ?? {}))
  const keys = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return keys
    .map((key) => ({ key, field: fields.get(key) ?? {} }))
    .filter(({ field }) => field.isHidden !== true)
    .map(({ key, field }) => ({
      label: field.label ? translate(field.label) : wordsOfKey(key),
      before: formatFieldValue(before?.[key], field, { people, zone }),
      after: formatFieldValue(after?.[key], field, { people, zone }),
    }))
    .filter((change) => change.before !== null || change.after !== null)
}

/** 'isActive' becomes 'Active', 'instructorTitle' becomes 'Instructor title'. */
function wordsOfKey(key: string): string {
  const words = key
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

function formatFieldValue(
  value: unknown,
  { format, values = {}, formatItem = (item) => item }: ActivityField,
  { people, zone }: { people: readonly NamedUser[]; zone: string },
): string | null {
  if (value === undefined || value === null || value === '') return null
  if (format === 'member') return findUser(value, people)?.name ?? t('someone')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number')
    return format === 'minutes'
      ? t('{count, plural, one {# minute} other {# minutes}}', { count: value })
      : formatNumber(value)
  if (typeof value === 'string') {
    const label = new Map(Object.entries(values)).get(value)
    return label ? translate(label) : formatText(value, zone)
  }
  if (Array.isArray(value)) return value.map((item) => formatItem(titleOfItem(item))).join(', ')
  return JSON.stringify(value)
}

const wallTimePattern = /^\d\d:\d\d$/
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Formats a time, one day, several days separated by commas, or a timestamp; leaves other text as it is. */
function formatText(text: string, zone: string): string {
  if (wallTimePattern.test(text)) return formatWallTime(text)
  const parts = text.split(', ')
  if (parts.every(isDay)) return parts.map((day) => formatDay(day, 'long')).join('; ')
  return timestampPattern.test(text) ? formatTimestamp(text, zone) : text
}

/** Formats a wall time, '19:05': '7:05 PM'. */
export function formatWallTime(time: string): string {
  return Temporal.PlainTime.from(time).toLocaleString(intlLocale(), { hour: 'numeric', minute: '2-digit' })
}

/** An item of a list, for example a session step: its title if it has one. */
function titleOfItem(item: unknown): string {
  if (typeof item === 'object' && item !== null && 'title' in item) return String(item.title)
  return typeof item === 'string' ? item : JSON.stringify(item)
}

function findUser(id: unknown, people: readonly NamedUser[]): NamedUser | null {
  return people.find((user) => user.id === id) ?? null
}

/** The ids of all members that the entries' fields refer to. */
export function referencedUserIds(
  activities: readonly (ActivityDiff & { action: string })[],
  kinds: KindsByAction,
): number[] {
  const ids = activities.flatMap(({ action, before, after }) =>
    Object.entries(kinds.get(action)?.fields ?? {})
      .filter(([, { format }]) => format === 'member')
      .flatMap(([key]) => [before?.[key], after?.[key]]),
  )
  return [...new Set(ids.filter((id) => typeof id === 'number'))]
}
