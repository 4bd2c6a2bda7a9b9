// Route handlers of data export and account deletion.
import type { Reauthenticate } from '#features/auth/server/service.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { createSemaphore } from '#server/async/semaphore.ts'
import { accountCalls, exportsPerCaller } from '../contract.ts'
import { memberDeletionCalls } from '#features/users/contract.ts'
import { memberChangeContextOf } from '#features/users/server/service.ts'
import { deleteMember, deleteOwnAccount } from './deletion.ts'
import { exportAccount } from './export.ts'

// An export may hold many megabytes in memory.
const exportConcurrencyMax = 2
const exportsWaitingMax = 20

/** `reauthenticate` comes from the identity provider. */
export function createAccountRoutes(reauthenticate: Reauthenticate): Routes {
  const semaphore = createSemaphore({ atOnce: exportConcurrencyMax, waitingMax: exportsWaitingMax })
  return defineRoutes(accountCalls, {
    exportAccount: (context) =>
      semaphore.run(() => {
        // The limit counts only after the semaphore admits the call: a rejected call costs the member nothing.
        context.enforceRateLimit(`export ${context.caller.user.uid}`, exportsPerCaller)
        return exportAccount(context, context.caller.user)
      }, context.client),
    deleteAccount: async (context, { body = {} }) => {
      await deleteOwnAccount(context, reauthenticate, body)
      return null
    },
  })
}

export const memberDeletionRoutes = defineRoutes(memberDeletionCalls, {
  deleteMember: async (context, { params }) => {
    await deleteMember(context, memberChangeContextOf(context, params))
    return { success: true as const }
  },
})
