// Referral errors.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const referralErrors = defineErrors({
  referral_to_self: { status: 400, message: message('Members can’t be their own referrer.') },
  referral_cycle: {
    status: 400,
    message: message('This member referred the referrer: two people can’t refer each other.'),
  },
  referrer_banned: { status: 400, message: message('A banned member can’t be a referrer.') },
  referrer_deleted: { status: 400, message: message('This referrer’s account was deleted.') },
  referral_code_mismatch: { status: 400, message: message('This code isn’t the referrer’s.') },
  already_referred: { status: 409, message: message('This member already has this referrer.') },
})
