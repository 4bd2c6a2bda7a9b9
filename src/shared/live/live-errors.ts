// Live errors: the codes of the channel's error events, and their texts.
import { text, type Text } from '../t.ts'

export const liveErrorCodes = [
  'identity_mismatch',
  'bad_date',
  'not_joined',
  'forbidden',
  'unknown_type',
  'invalid',
  'rate_limited',
  'chat_paused',
  'unavailable',
] as const
export type LiveErrorCode = (typeof liveErrorCodes)[number]

/** Default texts of error events. */
export const liveErrorTexts = {
  identity_mismatch: text('This page belongs to another account. Please reload it.'),
  bad_date: text("Only today's room is open."),
  not_joined: text('Please join the session first.'),
  forbidden: text("You don't have permission to do this."),
  unknown_type: text('Unknown message type.'),
  invalid: text('Please check your input and try again.'),
  rate_limited: text('That was a little fast. Please wait a moment and try again.'),
  chat_paused: text('The chat rests while everyone sits.'),
  unavailable: text('The service is resting for a moment. Please try again shortly.'),
} as const satisfies Record<LiveErrorCode, Text>
