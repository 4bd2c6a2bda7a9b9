// The handlers of taking everything along, and of going.
import type { ProveAgain } from '#features/auth/server/service.ts'
import { routes, type Routes } from '#server/http.ts'
import { createTurns } from '#server/turns.ts'
import { accountCalls, exportsPerCaller } from '../contract.ts'
import { deleteOwnAccount } from './deletion.ts'
import { exportAccount } from './export.ts'

// Each may be many megabytes on its way through memory.
const exportsAtOnce = 2
const exportsWaitingMax = 20

/** `proveAgain` is the identity provider's part. */
export function createAccountRoutes(proveAgain: ProveAgain): Routes {
  const turns = createTurns({ atOnce: exportsAtOnce, waitingMax: exportsWaitingMax })
  return routes(accountCalls, {
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
