// The call with which a member accepts the terms; a separate file, as the dialog needs nothing else.
import * as z from 'zod/mini'
import { accountSchema } from '#features/auth/contract.ts'
import { termsErrors } from '#features/auth/terms-errors.ts'
import { endpoint } from '#shared/endpoint.ts'

export const termsCalls = {
  /** Records the acceptance with its time; a version that isn't the present one gets 409 `terms_changed`. */
  acceptTerms: endpoint({
    method: 'PUT',
    path: '/api/user/terms',
    needs: 'profile.prepare',
    body: z.strictObject({ version: z.int() }),
    response: accountSchema,
    limits: [{ per: 'caller', perMinute: 20 }],
    errors: [termsErrors.terms_changed],
  }),
}
