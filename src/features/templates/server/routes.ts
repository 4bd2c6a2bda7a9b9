// The handlers of meditation templates.
import { tellDaysChanged } from '#features/meditation/server/service.ts'
import { can } from '#shared/roles.ts'
import { orderOf } from '#features/users/server/service.ts'
import { routes } from '#server/http.ts'
import { made } from '#server/http-answer.ts'
import { templatesCalls } from '../contract.ts'
import { archive, create, duplicate, importAll, update } from './changes.ts'
import { glancesToChoose, templatesToChoose } from './sql.ts'

export const templatesRoutes = routes(templatesCalls, {
  templates: ({ caller, database }) =>
    can(caller.persona, 'community.administer')
      ? templatesToChoose(database.query)
      : glancesToChoose(database.query),
  createTemplate: async (context, { body }) =>
    made(await context.database.transaction((tx) => create(tx, orderOf(context), body))),
  updateTemplate: async (context, { params: { id }, body: { version, ...fields } }) => {
    const { bus, database } = context
    const template = await database.transaction((tx) => update(tx, orderOf(context), { id, version, fields }))
    // The others touch no day: a template that is added has none yet, and an archived one keeps those it had.
    await tellDaysChanged(bus)
    return template
  },
  deleteTemplate: async (context, { params }) => {
    await context.database.transaction((tx) => archive(tx, orderOf(context), params.id))
    return { success: true as const }
  },
  duplicateTemplate: async (context, { params }) =>
    made(await context.database.transaction((tx) => duplicate(tx, orderOf(context), params.id))),
  importTemplates: async (context, { body }) => {
    const imported = await context.once((tx) => importAll(tx, orderOf(context), body.templates))
    return made({ imported })
  },
})
