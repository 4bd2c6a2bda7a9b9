// The handlers of taking everything along, and of going.
import type { ProveAgain } from '#features/auth/server/service.ts'
import { defineRoutes, type Routes } from '#server/http.ts'
import { createSemaphore } from '#server/semaphore.ts'
import { accountCalls, exportsPerCaller } from '../contract.ts'
import { deleteOwnAccount } from './deletion.ts'
import { exportAccount } from './export.ts'

// Each may be many megabytes on its way through memory.
const exportConcurrencyMax = 2
const exportsWaitingMax = 20

/** `proveAgain` is the identity provider's part. */
export function createAccountRoutes(proveAgain: ProveAgain): Routes {
  const turns = createSemaphore({ atOnce: exportConcurrencyMax, waitingMax: exportsWaitingMax })
  return defineRoutes(accountCalls, {
    exportAccount: (context) =>
      turns.take(() => {
        // Whoever was turned away has lost nothing by it.
        context.limit(`export ${context.caller.user.uid}`, exportsPerCaller)
        return exportAccount(context)
      }),
    deleteAccount: async (context, { body = {} }) => {
      await deleteOwnAccount(context, proveAgain, body)
      return null
    },
  })
}
