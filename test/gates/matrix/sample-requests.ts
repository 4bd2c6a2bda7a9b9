// How the matrix makes a call or sends a message: the types of the requests in the features' proofs, and their parts.
import type { TestApp } from '#test/app.ts'
import type { TestLiveClient } from '#test/live/live-client.ts'
import type { TestUser } from '#test/people/people.ts'

export interface SampleRequestInput {
  app: TestApp
  caller: TestUser | null
  other: TestUser
  /** Whose resource the call is about: the caller's; in column O, the other member's. */
  aimed: TestUser | null
  /** Who holds the sitting that the call is about: in column H the caller, in column N the other member. */
  holder: TestUser | null
  /** A different number in each cell. */
  serial: number
}

interface ValidRequest {
  path?: string
  body?: unknown
  headers?: Record<string, string>
}

interface CallTraits {
  /** Changes today's sitting or other members, so the cells of its row run one after the other. */
  readonly isSequential?: true
  /** Inserts a row of which a member has one, so no cells share a caller. */
  readonly insertsOncePerMember?: true
}

/** Returns the request of a call that is valid, except for what its row is about. */
export type SampleRequest = ((input: SampleRequestInput) => ValidRequest | Promise<ValidRequest>) & CallTraits

/** A sample request with traits. */
export function withTraits(traits: CallTraits, sample: SampleRequest): SampleRequest {
  return Object.assign((input: SampleRequestInput) => sample(input), traits)
}

/** An id that no row has. */
export const missingId = 2_000_000_000

/** In column O the id of the other member, for a query or a body. */
export function otherUserId({ caller, aimed }: SampleRequestInput): { userId?: number } {
  return aimed && aimed !== caller ? { userId: aimed.userId } : {}
}

/** A GET that names the other member in column O. */
export function getWithUserId(path: string): SampleRequest {
  return (input) => {
    const { userId } = otherUserId(input)
    return { path: userId === undefined ? path : `${path}?userId=${userId}` }
  }
}

export interface SampleMessageInput {
  app: TestApp
  client: TestLiveClient
  /** The client's member. */
  me: TestUser
}

export type SampleMessage = (input: SampleMessageInput) => Promise<void> | void

/** Joins today's room, and reads the resulting messages, before a sample message. */
export function joined(sample: SampleMessage): SampleMessage {
  return async (input) => {
    await input.client.join(input.app.calendar.today())
    await sample(input)
  }
}

/** Sends a frame from today's room. */
export function sending(frame: object | string | Uint8Array): SampleMessage {
  return joined(({ client }) => client.send(frame))
}
