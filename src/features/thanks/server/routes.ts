// Routes of thanks: the count for a page that opens in the sharing.
import { findSitting } from '#features/sittings/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { thanksCalls } from '../contract.ts'
import { findThanks } from './sql.ts'

export function createThanksRoutes(): Routes {
  return defineRoutes(thanksCalls, {
    thanks: async ({ database, caller }, { params }) => {
      if (!(await findSitting(database.query, params.id))) throw appError('not_found')
      return findThanks(database.query, params.id, caller.user.id)
    },
  })
}
