// The error catalogue: code, status and message of every application error.
import { signInErrors } from './sign-in-errors.ts'

export const errorCatalogue = {
  ...signInErrors,
  unauthenticated: { status: 401, message: 'Please sign in.' },
  identity_mismatch: { status: 401, message: 'This page belongs to another account. Please reload it.' },
  reauth_required: { status: 401, message: 'Please confirm that it’s you.' },
  profile_incomplete: { status: 403, message: 'Please complete your profile first.' },
  forbidden: { status: 403, message: "You don't have permission to do this." },
  bad_origin: { status: 403, message: 'This request came from another site.' },
  invalid: { status: 400, message: 'Please check your input and try again.' },
  not_found: { status: 404, message: 'We couldn’t find that.' },
  method_not_allowed: { status: 405, message: 'This address doesn’t accept that kind of request.' },
  address_too_long: { status: 414, message: 'This address is too long.' },
  payload_too_large: { status: 413, message: 'That is too large to send.' },
  unsupported_media_type: { status: 415, message: 'This kind of content isn’t accepted here.' },
  range_not_satisfiable: { status: 416, message: 'This part of the file doesn’t exist.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  no_meditation: { status: 409, message: "There's no meditation scheduled for today." },
  key_reused: { status: 409, message: 'This was already sent with different content. Please try again.' },
  bad_date: { status: 409, message: 'That day’s room has closed.' },
  session_ended: { status: 409, message: 'This visit has ended.' },
  target_is_admin: { status: 409, message: 'Remove the admin role first.' },
  target_is_self: { status: 409, message: "You can't do this to yourself." },
  referral_to_self: { status: 400, message: 'Members can’t be their own referrer.' },
  referral_cycle: {
    status: 400,
    message: 'This member referred the referrer: two people can’t refer each other.',
  },
  referrer_banned: { status: 400, message: 'A banned member can’t be a referrer.' },
  referrer_deleted: { status: 400, message: 'This referrer’s account was deleted.' },
  referral_code_mismatch: { status: 400, message: 'This code isn’t the referrer’s.' },
  changed_meanwhile: {
    status: 409,
    message: 'Someone else has changed this in the meantime. Please review it before you save.',
  },
  template_in_use: {
    status: 409,
    message: 'This template is scheduled. Please schedule another one in its place first.',
  },
  dates_taken: { status: 409, message: 'There’s already a meditation on this date.' },
  sittings_overlap: { status: 409, message: 'This sitting would overlap another one.' },
  sitting_under_way: {
    status: 409,
    message: 'The doors of this sitting are open. It can be changed when its sharing has ended.',
  },
  too_late: { status: 409, message: 'That isn’t possible at this point of the sitting.' },
  no_sitting: { status: 409, message: 'You can ask for help while a sitting is on.' },
  taken: { status: 409, message: 'Another garden angel has taken this.' },
  chat_paused: { status: 409, message: 'The chat rests while everyone sits.' },
  last_admin: { status: 409, message: 'This is the last administrator.' },
  target_is_banned: { status: 409, message: 'This member is banned.' },
  member_email_taken: { status: 409, message: 'Another member has this email address.' },
  address_not_bannable: { status: 400, message: 'This address can’t be banned.' },
  already_referred: { status: 409, message: 'This member already has this referrer.' },

  user_not_registered: { status: 404, message: 'There is no profile for this account yet.' },
  first_admin_link_void: {
    status: 404,
    message: 'This link has been used or has expired, or there’s already an administrator.',
  },
} as const

export type ErrorCode = keyof typeof errorCatalogue
