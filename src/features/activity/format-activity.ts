// Activity texts: a sentence for each entry and its field changes.
import { dayInZone, formatDay, formatTimeOfDay, timestampToMs } from '#shared/day.ts'
import { isDay } from '#shared/day-schema.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { Action, Activity, NamedUser, TargetType } from './contract.ts'

/** A sentence in parts: the actor's name ('Ada Adler'), `verb`, the target, `rest`. */
export interface ActivityDescription {
  verb: string
  /** A user, or another target by its name; null if the sentence needs no target. */
  target: { user: NamedUser } | { thing: string } | null
  rest: string
}

/** A changed field; null for a missing value. */
export interface FieldChange {
  label: string
  before: string | null
  after: string | null
}

const actionVerbs = {
  'user.update': ['edited', ''],
  'user.ban': ['banned', ''],
  'user.unban': ['unbanned', ''],
  'user.delete': ['deleted the account of', ''],
  'user.grant-garden-angel': ['made', ' a garden angel'],
  'user.remove-garden-angel': ['removed the garden angel role from', ''],
  'user.adjust-time': ['corrected the time of', ''],
  'user.end-sessions': ['signed everyone out', ''],
  'user.create': ['created the account of', ''],
  'user.password-link': ['created a password link for', ''],
  'user.export': ['exported the data of', ''],
  'referral.attribute': ['credited', ' to a referrer'],
  'template.create': ['created the template', ''],
  'template.update': ['edited the template', ''],
  'template.archive': ['deleted the template', ''],
  'template.duplicate': ['duplicated a template as', ''],
  'template.import': ['imported', ''],
  'schedule.create': ['scheduled', ''],
  'schedule.update': ['changed the schedule', ''],
  'schedule.delete': ['deleted the schedule', ''],
  'sitting.begin': ['began the sitting', ''],
  'sitting.delay': ['delayed the sitting', ''],
  'sitting.end': ['ended the sitting', ''],
  'sitting.cancel': ['cancelled the sitting', ''],
  'sitting.restore': ['restored the sitting', ''],
  'picture.create': ['added the profile picture', ''],
  'picture.update': ['edited the profile picture', ''],
  'picture.delete': ['deleted the profile picture', ''],
  'message.delete': ['deleted a message', ''],
  'ip-ban.create': ['banned the address', ''],
  'ip-ban.lift': ['lifted the ban on the address', ''],
  'community.update': ['changed the community’s settings', ''],
} as const satisfies Record<Action, readonly [verb: string, rest: string]>

/** The labels of the filter: each target type with its actions. */
export const actionGroups = {
  user: {
    label: 'Members',
    actions: {
      'user.update': 'Edited',
      'user.ban': 'Banned',
      'user.unban': 'Unbanned',
      'user.delete': 'Account deleted',
      'user.grant-garden-angel': 'Made a garden angel',
      'user.remove-garden-angel': 'Garden angel role removed',
      'user.adjust-time': 'Time corrected',
      'user.end-sessions': 'Everyone signed out',
      'user.create': 'Account created',
      'user.password-link': 'Password link created',
      'user.export': 'Data exported',
    },
  },
  referral: { label: 'Referrals', actions: { 'referral.attribute': 'Credited to a referrer' } },
  template: {
    label: 'Templates',
    actions: {
      'template.create': 'Template created',
      'template.update': 'Template edited',
      'template.archive': 'Template deleted',
      'template.duplicate': 'Template duplicated',
      'template.import': 'Templates imported',
    },
  },
  schedule: {
    label: 'Schedules',
    actions: {
      'schedule.create': 'Scheduled',
      'schedule.update': 'Schedule changed',
      'schedule.delete': 'Schedule deleted',
    },
  },
  sitting: {
    label: 'Sittings',
    actions: {
      'sitting.begin': 'Sitting begun',
      'sitting.delay': 'Sitting delayed',
      'sitting.end': 'Sitting ended',
      'sitting.cancel': 'Sitting cancelled',
      'sitting.restore': 'Sitting restored',
    },
  },
  picture: {
    label: 'Profile pictures',
    actions: {
      'picture.create': 'Picture added',
      'picture.update': 'Picture edited',
      'picture.delete': 'Picture deleted',
    },
  },
  message: { label: 'Messages', actions: { 'message.delete': 'Message deleted' } },
  'ip-ban': {
    label: 'Banned addresses',
    actions: { 'ip-ban.create': 'Address banned', 'ip-ban.lift': 'Address ban lifted' },
  },
  community: { label: 'Community', actions: { 'community.update': 'Settings changed' } },
} as const satisfies Record<TargetType, { label: string; actions: Partial<Record<Action, string>> }>

/** Describes an entry; `people` resolves the user ids in its `before` and `after`. */
export function describeActivity(activity: Activity, people: readonly NamedUser[]): ActivityDescription {
  const { action, before, after, target } = activity
  const [verb, rest] = verbFor(action)
  const namedTarget = target.name === null ? null : { thing: target.name }
  const user = target.id === null ? namedTarget : { user: { id: target.id, name: target.name ?? 'someone' } }
  switch (action) {
    case 'user.update':
      // The actor is the member themselves.
      return after?.['way'] === ('first-admin-link' satisfies AdminChangeSource)
        ? { verb: 'became administrator', target: null, rest: ' by the setup link' }
        : { verb, target: user, rest }
    case 'user.ban':
      return { verb: after && !('isBanned' in after) ? 'changed the ban on' : verb, target: user, rest }
    case 'user.end-sessions':
    case 'community.update':
      return { verb, target: null, rest }
    case 'referral.attribute': {
      const referrer = findUserName(after?.['referrerId'], people)
      return { verb, target: user, rest: referrer === null ? rest : ` to ${referrer}` }
    }
    case 'message.delete': {
      const author = findUser(before?.['userId'], people)
      const day = before?.['sessionDate']
      const dateSuffix = typeof day === 'string' && isDay(day) ? ` of ${formatDay(day, 'long')}` : ''
      return author
        ? { verb: `${verb} by`, target: { user: author }, rest: dateSuffix }
        : { verb, target: null, rest: dateSuffix }
    }
    case 'ip-ban.create':
      return { verb: before ? 'changed the ban on the address' : verb, target: namedTarget, rest }
    default:
      return { verb, target: action.startsWith('user.') ? user : namedTarget, rest }
  }
}

/** Falls back to the action's name: an entry written by a later version may have an unknown action. */
function verbFor(action: string): readonly [verb: string, rest: string] {
  return (
    new Map<string, readonly [string, string]>(Object.entries(actionVerbs)).get(action) ?? [
      `performed “${action}” on`,
      '',
    ]
  )
}

// Fields that the sentence already covers, and ids without meaning for a reader.
const hiddenFields = new Set([
  'id',
  'ids',
  'url',
  'version',
  'isBanned',
  'userId',
  'sessionDate',
  'templateId',
])
const hiddenFieldsByAction = new Map<string, ReadonlySet<string>>([
  ['user.grant-garden-angel', new Set(['isGardenAngel'])],
  ['user.remove-garden-angel', new Set(['isGardenAngel'])],
])

/** The changed fields to show, in the order of the record; moments by the clock of the zone. */
export function fieldChangesOf(
  { action, before, after }: Activity,
  people: readonly NamedUser[],
  zone: string,
): FieldChange[] {
  const keys = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return keys
    .filter((key) => !hiddenFields.has(key) && hiddenFieldsByAction.get(action)?.has(key) !== true)
    .map((key) => ({
      label: fieldLabel(key),
      before: formatFieldValue(key, before?.[key], { people, zone }),
      after: formatFieldValue(key, after?.[key], { people, zone }),
    }))
    .filter((change) => change.before !== null || change.after !== null)
}

const fieldLabels = new Map([
  ['isAdmin', 'Administrator'],
  ['isGardenAngel', 'Garden angel'],
  ['bannedReason', 'Reason'],
  ['deletedMessages', 'Messages deleted'],
  ['referrerId', 'Referrer'],
  ['email', 'Email address'],
  ['timeSpent', 'Time spent'],
  ['totalTimeSpent', 'Time spent'],
  ['expiresAt', 'Until'],
  ['videoUrl', 'Video'],
  ['thumbnailUrl', 'Thumbnail'],
  ['captionsUrl', 'Captions'],
  ['audioUrl', 'Audio'],
  ['sessionSteps', 'Steps'],
  ['scheduledTime', 'Time'],
  ['reflectionPairsMin', 'People for the room’s energy'],
  ['careText', 'Care text'],
  ['careResources', 'Care resources'],
])
/** What changed the administrator role, other than an administrator: the stored value and its label. */
const adminChangeSources = {
  cli: 'command line',
  'admin-emails': 'ADMIN_EMAILS',
  'first-admin-link': 'setup link',
}
export type AdminChangeSource = keyof typeof adminChangeSources

const minuteFields = new Set(['duration', 'minutes', 'timeSpent', 'totalTimeSpent'])

/** 'isActive' becomes 'Active', 'instructorTitle' becomes 'Instructor title'. */
function fieldLabel(key: string): string {
  const words = key
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return fieldLabels.get(key) ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

function formatFieldValue(
  key: string,
  value: unknown,
  { people, zone }: { people: readonly NamedUser[]; zone: string },
): string | null {
  if (value === undefined || value === null || value === '') return null
  if (key === 'referrerId') return findUserName(value, people) ?? 'someone'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return minuteFields.has(key) ? formatMinuteCount(value) : formatNumber(value)
  if (key === 'way' && isAdminChangeSource(value)) return adminChangeSources[value]
  if (typeof value === 'string')
    return wallTimePattern.test(value) ? formatWallTime(value) : formatDates(value, zone)
  if (Array.isArray(value)) return value.map(formatItem).join(', ')
  return JSON.stringify(value)
}

function isAdminChangeSource(value: unknown): value is AdminChangeSource {
  return typeof value === 'string' && Object.hasOwn(adminChangeSources, value)
}

function formatMinuteCount(minutes: number): string {
  return `${formatNumber(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`
}

const wallTimePattern = /^\d\d:\d\d$/

function formatWallTime(time: string): string {
  return Temporal.PlainTime.from(time).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
}

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Formats one day, several days separated by commas, or a timestamp; leaves other text as it is. */
function formatDates(text: string, zone: string): string {
  const parts = text.split(', ')
  if (parts.every(isDay)) return parts.map((day) => formatDay(day, 'long')).join('; ')
  return timestampPattern.test(text) ? formatMoment(text, zone) : text
}

/** A timestamp by the clock of the zone: 'November 21, 2026, 12:00 PM'. */
export function formatMoment(timestamp: string, zone: string): string {
  const atMs = timestampToMs(timestamp)
  return `${formatDay(dayInZone(atMs, zone), 'long')}, ${formatTimeOfDay(atMs, zone)}`
}

/** An item of a list, for example a session step: its title if it has one. */
function formatItem(item: unknown): string {
  if (typeof item === 'object' && item !== null && 'title' in item) return String(item.title)
  return typeof item === 'string' ? item : JSON.stringify(item)
}

function findUser(id: unknown, people: readonly NamedUser[]): NamedUser | null {
  return people.find((user) => user.id === id) ?? null
}

function findUserName(id: unknown, people: readonly NamedUser[]): string | null {
  return findUser(id, people)?.name ?? null
}

const userIdFields = ['userId', 'referrerId']

/** The ids of all users that the entries' `before` and `after` refer to. */
export function referencedUserIds(activities: readonly Pick<Activity, 'before' | 'after'>[]): number[] {
  const ids = activities.flatMap(({ before, after }) =>
    [before, after].flatMap((fields) => userIdFields.map((key) => fields?.[key])),
  )
  return [...new Set(ids.filter((id) => typeof id === 'number'))]
}
