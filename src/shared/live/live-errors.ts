// Live errors: the codes of the channel's error events, and their texts.
import { message, type Message } from '../i18n/t.ts'

export const liveErrorCodes = [
  'identity_mismatch',
  'bad_date',
  'not_joined',
  'forbidden',
  'unknown_type',
  'invalid',
  'rate_limited',
  'chat_paused',
  'muted',
  'slow_mode',
  'unavailable',
] as const
export type LiveErrorCode = (typeof liveErrorCodes)[number]

/** Default texts of error events. */
export const liveErrorTexts = {
  identity_mismatch: message('This page belongs to another account. Please reload it.'),
  bad_date: message('Only today’s room is open.'),
  not_joined: message('Please come into the room first.'),
  forbidden: message('You don’t have permission to do this.'),
  unknown_type: message('Unknown message type.'),
  invalid: message('Please check your input and try again.'),
  rate_limited: message('That was a little fast. Please wait a moment and try again.'),
  chat_paused: message('The chat rests while everyone sits.'),
  muted: message('You can’t write in the chat for now.'),
  slow_mode: message('The chat is in slow mode. Please wait a moment.'),
  unavailable: message('The service is resting for a moment. Please try again shortly.'),
} as const satisfies Record<LiveErrorCode, Message>
