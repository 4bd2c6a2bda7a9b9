// Route handlers of data export and account deletion.
import * as z from 'zod/mini'
import type { Reauthenticate } from '#features/auth/server/service.ts'
import { memberDeletionCalls } from '#features/members/contract.ts'
import { memberChangeContextOf } from '#features/members/server/service.ts'
import { createSemaphore } from '#server/async/semaphore.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import type { MemberData } from '#server/member-data.ts'
import { success } from '#shared/endpoint.ts'
import { accountCalls, exportSchema, exportsPerCaller } from '../contract.ts'
import { deleteMember, deleteOwnAccount } from './deletion.ts'
import { exportAccount } from './export.ts'

// An export may hold many megabytes in memory.
const exportConcurrencyMax = 2
const exportsWaitingMax = 20

export interface AccountDeps {
  /** From the identity provider. */
  reauthenticate: Reauthenticate
  /** The data of members in the other features. */
  memberData: readonly MemberData[]
}

export function createAccountRoutes({ reauthenticate, memberData }: AccountDeps): Routes {
  const semaphore = createSemaphore({ atOnce: exportConcurrencyMax, waitingMax: exportsWaitingMax })
  const calls = {
    ...accountCalls,
    exportAccount: { ...accountCalls.exportAccount, response: wholeExportSchema(memberData) },
  }
  return defineRoutes(calls, {
    exportAccount: (context) =>
      semaphore.run(() => {
        // The limit counts only after the semaphore admits the call: a rejected call costs the member nothing.
        context.enforceRateLimit(`export ${context.caller.user.uid}`, exportsPerCaller)
        return exportAccount({ ...context, memberData }, context.caller.user)
      }, context.client),
    deleteAccount: async (context, { body = {} }) => {
      await deleteOwnAccount(context, reauthenticate, body, memberData)
      return null
    },
  })
}

export function createMemberDeletionRoutes({ memberData }: Pick<AccountDeps, 'memberData'>): Routes {
  return defineRoutes(memberDeletionCalls, {
    deleteMember: async (context, { params }) => {
      await deleteMember(context, memberChangeContextOf(context, params), memberData)
      return success
    },
  })
}

/** The schema of the export with the parts of all features. The types of the parts are theirs. */
export function wholeExportSchema(memberData: AccountDeps['memberData']): typeof exportSchema {
  const parts: Record<string, z.ZodMiniObject> = {}
  for (const { exported } of memberData)
    if (exported) {
      const before = parts[exported.name]
      parts[exported.name] = before ? z.extend(before, exported.schema.shape) : exported.schema
    }
  return z.extend(exportSchema, parts) as unknown as typeof exportSchema
}
