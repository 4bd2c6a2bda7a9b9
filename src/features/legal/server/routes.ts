// Routes of the legal texts, and of a member's acceptance of the terms.
import { authErrors } from '#features/auth/errors.ts'
import { toAccount } from '#features/auth/rules.ts'
import { publishAccountChanged, updateTermsVersion } from '#features/auth/server/service.ts'
import { termsErrors } from '#features/auth/terms-errors.ts'
import { adminContextOf, assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { legalCalls, type LegalTexts, termsCalls } from '../contract.ts'
import { legalPages } from '../pages.ts'
import { inputOf, pagesWithPlaceholder, readLegalPlaceholders, rowOf } from './compose.ts'
import { legalUndoUntil, saveLegalText, undoLegalText } from './edit.ts'
import { shippedText, type ShippedTexts } from './shipped-texts.ts'
import { countMembers, findLegalTexts, findPresentTerms, insertAcceptance } from './sql.ts'

type AdminCallContext = Context<'community.administer'>

export function createLegalRoutes(shipped: ShippedTexts): Routes[] {
  return [
    defineRoutes(legalCalls, {
      legalTexts: (context) => readLegalTexts(context, shipped),
      saveLegalText: async (context, { params, body }) => {
        await context.database.transaction((tx) =>
          saveLegalText(tx, { admin: adminContextOf(context), shipped }, { ...params, ...body }),
        )
        // Pages learn of new terms, and of a legal notice.
        await context.community.publishChange()
        return readLegalTexts(context, shipped)
      },
      undoLegalText: async (context, { params, body }) => {
        await context.database.transaction((tx) =>
          undoLegalText(tx, { admin: adminContextOf(context), shipped }, { ...params, ...body }),
        )
        await context.community.publishChange()
        return readLegalTexts(context, shipped)
      },
    }),
    defineRoutes(termsCalls, {
      acceptTerms: async (context, { body: { version } }) => {
        const { user } = context.caller
        if (!user) throw appError(authErrors.user_not_registered)
        const account = await context.database.transaction(async (tx) => {
          await assertNotBanned(tx, user.id)
          const present = await findPresentTerms(tx)
          if (present?.version !== version) throw appError(termsErrors.terms_changed)
          const acceptedAt = new Date(context.clock.now())
          await insertAcceptance(tx, { userId: user.id, version, acceptedAt })
          return updateTermsVersion(tx, user.id, version)
        })
        await publishAccountChanged(context, user.uid)
        return toAccount(account, context.community.settings())
      },
    }),
  ]
}

async function readLegalTexts(context: AdminCallContext, shipped: ShippedTexts): Promise<LegalTexts> {
  const { clock, database } = context
  const rows = await findLegalTexts(database.query)
  const unfinished = pagesWithPlaceholder(shipped, rows)
  const { app: _, ...placeholders } = await readLegalPlaceholders(context)
  return {
    texts: legalPages.map((page) => {
      const row = rowOf(rows, page)
      return {
        ...inputOf(rows, page),
        page,
        translations: row.translations,
        shipped: shippedText(shipped, page),
        hasPlaceholder: unfinished.includes(page),
        version: row.version,
        undoUntil: legalUndoUntil(row, clock.now()),
      }
    }),
    ...placeholders,
    members: await countMembers(database.query),
  }
}
