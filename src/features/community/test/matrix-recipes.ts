// Matrix recipes for the calls about the community's settings.
import { sql } from 'kysely'
import { incrementVersion } from '#server/community/sql.ts'
import { firstEraDay } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { solidColorPng, svgFile } from '#test/data/pictures.ts'
import {
  withTraits,
  type CallFacts,
  type CallRecipe,
  type MatrixRecipes,
} from '#test/gates/matrix/recipes.ts'
import { testSettings } from '#test/data/community-settings.ts'

/** Changes the text of the care card, as an administrator did before; `undone` leaves nothing to undo. */
async function changeSettings({ app, serial }: CallFacts, undone = false): Promise<number> {
  const { version } = await app.database.query
    .updateTable('community_settings')
    .set((row) => ({
      careText: `Breathe in, ${serial} times.`,
      previous: undone ? null : JSON.stringify({ careText: '' }),
      changedAt: new Date(app.clock.now()),
      version: row('version', '+', 1),
      fieldVersions: sql<string>`jsonb_build_object('careText', version + 1)`,
    }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

const readVersion = async ({ database }: TestApp) =>
  (await database.query.selectFrom('community_settings').select('version').executeTakeFirstOrThrow()).version

/** A change of the settings by an administrator who read this version. */
const saveSettings =
  (age: number): CallRecipe =>
  async (facts) => {
    const version = (await changeSettings(facts)) - age
    return { body: { ...testSettings, careText: `Breathe out, ${facts.serial} times.`, version } }
  }

const undo =
  (age: number, undone = false): CallRecipe =>
  async (facts) => ({ body: { version: (await changeSettings(facts, undone)) - age } })

/** The community has one row of settings. */
const sequential = (recipe: CallRecipe) => withTraits({ isSequential: true }, recipe)

const png = { 'content-type': 'image/png' }

/** The zone of days that lie ahead, by an administrator who read this version. */
const saveZone =
  (age: number): CallRecipe =>
  async ({ app }) => {
    if (age > 0) await incrementVersion(app.database.query, ['zone'])
    return { body: { zone: 'Etc/GMT+7', version: (await readVersion(app)) - age } }
  }

/** A change that lies far ahead, if `isAhead`. */
const withdrawZone = (isAhead: boolean) =>
  withTraits({ isSequential: true }, async ({ app }) => {
    const { query } = app.database
    const era = { fromDay: '2100-01-01', zone: 'Etc/UTC' }
    await query.deleteFrom('community_zones').where('fromDay', '<>', firstEraDay).execute()
    // The canary plays recipes of several callers at once.
    if (isAhead)
      await query
        .insertInto('community_zones')
        .values(era)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return {}
  })

export const communityRecipes: MatrixRecipes = {
  calls: {
    'PUT /api/admin/community': sequential(saveSettings(0)),
    'PUT /api/admin/community that another administrator changed': sequential(saveSettings(1)),
    'PUT /api/admin/community/logo': async () => ({ body: await solidColorPng('#204060'), headers: png }),
    'PUT /api/admin/community/logo that is no picture': () => ({ body: svgFile, headers: png }),
    'POST /api/admin/community/undo': sequential(undo(0)),
    'POST /api/admin/community/undo without a change': sequential(undo(0, true)),
    'POST /api/admin/community/undo that another administrator changed': sequential(undo(1)),
    'POST /api/admin/community/zone/preview': () => ({ body: { zone: 'Etc/GMT+7' } }),
    'PUT /api/admin/community/zone': sequential(saveZone(0)),
    'PUT /api/admin/community/zone that another administrator changed': sequential(saveZone(1)),
    'DELETE /api/admin/community/zone': withdrawZone(true),
    'DELETE /api/admin/community/zone without a change ahead': withdrawZone(false),
  },
}
