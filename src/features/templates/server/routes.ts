// Template routes.
import { adminContextOf } from '#features/members/server/service.ts'
import { withFlatPlays } from '#features/sittings/flat-plays.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { busEvents } from '#shared/bus-events.ts'
import { success } from '#shared/endpoint.ts'
import { can } from '#shared/roles.ts'
import { templatesCalls } from '../contract.ts'
import { templateFieldsOf } from './service.ts'
import { selectTemplateSummaries, selectActiveTemplates } from './sql.ts'
import {
  archiveTemplate,
  createTemplate,
  duplicateTemplate,
  importTemplates,
  updateTemplate,
  type TemplatesDeps,
} from './template-commands.ts'

export function createTemplatesRoutes(deps: TemplatesDeps): Routes {
  return defineRoutes(templatesCalls, {
    templates: ({ caller, database }) =>
      can(caller.persona, 'community.administer')
        ? selectActiveTemplates(database.query).then((templates) => templates.map(withFlatPlays))
        : selectTemplateSummaries(database.query),
    createTemplate: async (context, { body }) =>
      created(
        withFlatPlays(
          await context.database.transaction((tx) =>
            createTemplate(tx, adminContextOf(context), templateFieldsOf(body)),
          ),
        ),
      ),
    updateTemplate: async (context, { params: { id }, body: { version, ...change } }) => {
      const { bus, calendar, database, roomClock } = context
      const template = await database.transaction((tx) =>
        updateTemplate(tx, adminContextOf(context), {
          id,
          version,
          change,
          days: calendar.days(),
          roomNowMs: roomClock.now(),
          ...deps,
        }),
      )
      // Only an update changes days: a new template has none, and an archived one keeps those it had.
      await bus.publish(busEvents.days, { type: 'changed' })
      return withFlatPlays(template)
    },
    deleteTemplate: async (context, { params }) => {
      const { calendar, database } = context
      await database.transaction((tx) =>
        archiveTemplate(tx, adminContextOf(context), { ...params, today: calendar.today() }),
      )
      return success
    },
    duplicateTemplate: async (context, { params }) =>
      created(
        withFlatPlays(
          await context.database.transaction((tx) =>
            duplicateTemplate(tx, adminContextOf(context), params.id),
          ),
        ),
      ),
    importTemplates: async (context, { body }) => {
      const imported = await context.runIdempotent((tx) =>
        importTemplates(tx, adminContextOf(context), body.templates),
      )
      return created({ imported })
    },
  })
}
