// The filter of the members tab: its fixed choices in words, and how the address holds it.
import { message, type Message } from '#shared/i18n/t.ts'
import { memberFilterSchema, type MemberFilter } from './contract.ts'
import { mayHostName, roleNames } from './member-labels.ts'

type FilterField = keyof MemberFilter
type FixedField = Exclude<FilterField, 'inviteBatch'>

interface FilterChoice {
  /** The name of the field. */
  label: Message
  /** By value. */
  values: Readonly<Record<string, Message>>
}

/** Fields whose choices are the same everywhere, in the order of the screen; the app hands the others in. */
export const filterChoices = {
  role: { label: message('Role'), values: roleNames },
  email: {
    label: message('Email address'),
    values: { unconfirmed: message('Unconfirmed address') },
  },
  mayHost: {
    label: mayHostName,
    values: { yes: mayHostName },
  },
  unseenDays: {
    label: message('Last seen'),
    values: {
      '30': message('Not seen for 30 days'),
      '90': message('Not seen for 90 days'),
      '365': message('Not seen for 365 days'),
    },
  },
} as const satisfies Record<FixedField, FilterChoice>

export const fixedFields = Object.keys(filterChoices) as readonly FixedField[]

const filterFields = Object.keys(memberFilterSchema.shape) as readonly FilterField[]

/** The filter of an address; unknown values are left out. */
export function readMemberFilter(
  params: Readonly<Partial<Record<FilterField, string | undefined>>>,
): MemberFilter {
  const valid = filterFields.map((field): MemberFilter => {
    const { data } = memberFilterSchema.safeParse({ [field]: params[field] })
    return data ?? {}
  })
  return Object.assign({}, ...valid) as MemberFilter
}

/** How many fields have a choice. */
export function countFilters(filter: MemberFilter): number {
  return filterFields.filter((field) => filter[field] !== undefined).length
}

export function isMemberFiltered(filter: MemberFilter): boolean {
  return countFilters(filter) > 0
}

export function isSameFilter(one: MemberFilter, other: MemberFilter): boolean {
  return filterFields.every((field) => one[field] === other[field])
}
