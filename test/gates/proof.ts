// A feature's proof: by hand, a second time, what its contract declares and where its members' data is. The gates play
// and compare it; nothing in it is read from a contract.
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/people.ts'
import type { SampleRequest, SampleMessage } from './matrix/sample-requests.ts'

/** The kinds of callers. */
export const columns = [
  'A', // anonymous
  'U', // signed in, without a user row
  'I', // a member with an incomplete profile
  'M', // a member, on their own resource
  'O', // a member, on another member's
  'G', // a garden angel
  'X', // an administrator
  'H', // a member who may hold sittings, and holds this one
  'N', // the same, who holds another one
  'B', // a banned member
  'T', // anonymous, with the token of a hall
] as const
export type Column = (typeof columns)[number]

/**
 * A status, with the code of its error; null where the column has no meaning. The token of a hall opens one call: without a
 * response of its own its column is that of A (HALL-02).
 */
export type Responses = Readonly<Record<Exclude<Column, 'T'>, string | null> & { T?: string }>

export interface Limit {
  readonly per: 'caller' | 'address'
  /** The only outcome that it counts; without, every call. */
  readonly counts?: 'carried-out' | 'refused'
  readonly max: number
  /** Minutes in which the full budget refills. */
  readonly within: number
  /** The most at once, where it is less than `max`. */
  readonly burst?: number
  /** Not part of the declaration: the handler counts, so that rejected requests don't use up the budget. */
  readonly byHandler?: boolean
}

export interface CallProof {
  readonly responses: Responses
  /** The fields of its response, such as `messages[].user.name`. These, limits and silence are in a call's first row. */
  readonly fields?: string
  readonly limits?: readonly Limit[]
  /** Logs and metrics leave it out (T64). */
  readonly isSilent?: true
  /** A valid request, except for what its row is about; needed with parameters or a body. */
  readonly request?: SampleRequest
}

/** What the client receives; columns without a meaning are left out. */
export type MessageProof = Partial<Record<Column, string>> & { readonly send: SampleMessage }

export interface MemberDataProof {
  /** The fields of its part of the data export. */
  readonly fields?: string
  /**
   * The exported tables: where their columns are in the file, and the omitted columns with a reason. A new table or
   * column that is missing here fails the test of the export.
   */
  readonly exported?: Readonly<Record<string, { at: readonly string[]; left: string; why: string }>>
  /** Columns with a different name in the file, by table. */
  readonly renamed?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Tables that the export omits, with the reason. */
  readonly notExported?: Readonly<Record<string, string>>
  /** Columns where a deleted member's id stays, with the reason. */
  readonly retainedColumns?: Readonly<Record<string, string>>
  /** Inserts rows of a member and of a sitting of today, with 'canary' in their texts. */
  readonly insertCanary?: (app: TestApp, facts: { canary: TestUser; sittingId: number }) => Promise<void>
}

export interface Proof {
  /** Inserts what the requests refer to, once. */
  readonly prepare?: (app: TestApp) => Promise<void>
  /** By the call, such as 'GET /api/news', and a condition: 'PUT /api/news/:id/read of none'. */
  readonly calls?: Readonly<Record<string, CallProof>>
  /** By the message and a condition. */
  readonly messages?: Readonly<Record<string, MessageProof>>
  /** The fields of each event. */
  readonly events?: Readonly<Record<string, string>>
  /** Addresses that respond to every caller alike, and are no calls. */
  readonly addresses?: Readonly<Record<string, string>>
  readonly memberData?: MemberDataProof
}

// The four rows of the permission table. An edit here changes what most calls are expected to do: compare it with the
// table of roles in docs/requirements.md.

/** Every member with a complete profile gets this response. */
export const members = (response: string, others: Partial<Responses> = {}): Responses => ({
  A: '401 unauthenticated',
  U: '403 profile_incomplete',
  I: '403 profile_incomplete',
  M: response,
  O: null,
  G: response,
  X: response,
  H: null,
  N: null,
  B: '403 banned',
  ...others,
})

/** Moderators, and who holds the sitting (TEACH-03). */
export const holders = (response: string, others: Partial<Responses> = {}): Responses => ({
  ...moderators(response),
  H: response,
  N: '403 forbidden',
  ...others,
})

export const moderators = (response: string, others: Partial<Responses> = {}): Responses => ({
  A: '401 unauthenticated',
  U: '403 profile_incomplete',
  I: '403 profile_incomplete',
  M: '403 forbidden',
  O: null,
  G: response,
  X: response,
  H: null,
  N: null,
  B: '403 banned',
  ...others,
})

export const administrators = (response: string, others: Partial<Responses> = {}): Responses => ({
  A: '401 unauthenticated',
  U: '403 profile_incomplete',
  I: '403 profile_incomplete',
  M: '403 forbidden',
  O: null,
  G: '403 forbidden',
  X: response,
  H: null,
  N: null,
  B: '403 banned',
  ...others,
})

export const everyone = (response: string, others: Partial<Responses> = {}): Responses => ({
  A: response,
  U: response,
  I: response,
  M: response,
  O: null,
  G: response,
  X: response,
  H: null,
  N: null,
  B: response,
  ...others,
})

/** What a member's socket receives, whatever the member's role. */
export const membersReceive = (text: string) => ({ M: text, G: text, X: text })
