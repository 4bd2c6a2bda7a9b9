// By hand, a second time: what the contract of community declares, and where its members’ data is.
import { sql } from 'kysely'
import { incrementVersion } from '#server/community/sql.ts'
import { firstEraDay } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { testSettings } from '#test/data/community-settings.ts'
import { solidColorPng, svgFile } from '#test/data/pictures.ts'
import {
  type SampleRequestInput,
  type SampleRequest,
  withTraits,
} from '#test/gates/matrix/sample-requests.ts'
import { administrators, everyone, type Proof } from '#test/gates/proof.ts'

/** Changes the text of the care card, as an administrator did before; `undone` leaves nothing to undo. */
async function changeSettings({ app, serial }: SampleRequestInput, undone = false): Promise<number> {
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
  (age: number): SampleRequest =>
  async (input) => {
    const version = (await changeSettings(input)) - age
    return { body: { ...testSettings, careText: `Breathe out, ${input.serial} times.`, version } }
  }

const undo =
  (age: number, undone = false): SampleRequest =>
  async (input) => ({ body: { version: (await changeSettings(input, undone)) - age } })

/** The community has one row of settings. */
const sequential = (sample: SampleRequest) => withTraits({ isSequential: true }, sample)

const png = { 'content-type': 'image/png' }

/** The zone of days that lie ahead, by an administrator who read this version. */
const saveZone =
  (age: number): SampleRequest =>
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
    // The canary plays sample requests of several callers at once.
    if (isAhead)
      await query
        .insertInto('community_zones')
        .values(era)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return {}
  })

/** The fields of the settings. */
const settingsFields = `
  accent bell careResources[].contact careResources[].name careResources[].where careText chatDays
  decisionReasons[].id decisionReasons[].text decisionReasons[].translations.de.text
  decisionReasons[].translations.en.text decisionReasons[].translations.es.text
  decisionReasons[].translations.pt-BR.text heldWords[]
  hasLegalNotice hue joining language languages[] links[].kind links[].label links[].url logo name
  newSchedules.bellSeconds newSchedules.doorsMinutes newSchedules.gatherSeconds
  newSchedules.scheduledTime newSchedules.sharingMinutes newSchedules.silenceMinutes
  newSchedules.together reflectionPairsMin severalADay termsVersion translations.de.careText
  translations.de.welcome translations.en.careText translations.en.welcome translations.es.careText
  translations.es.welcome translations.pt-BR.careText translations.pt-BR.welcome undoUntil version
  welcome welcomeLanguage zone zones[].fromDay zones[].zone`

export const proof: Proof = {
  calls: {
    'GET /api/admin/community': {
      responses: administrators('200'),
      fields: settingsFields,
    },
    'PUT /api/admin/community': {
      responses: administrators('200'),
      fields: settingsFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: sequential(saveSettings(0)),
    },
    'PUT /api/admin/community that another administrator changed': {
      responses: administrators('409 changed_meanwhile'),
      request: sequential(saveSettings(1)),
    },
    'PUT /api/admin/community/logo': {
      responses: administrators('200'),
      fields: settingsFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: async () => ({ body: await solidColorPng('#204060'), headers: png }),
    },
    'PUT /api/admin/community/logo that is no picture': {
      responses: administrators('400 invalid'),
      request: () => ({ body: svgFile, headers: png }),
    },
    'DELETE /api/admin/community/logo': {
      responses: administrators('200'),
      fields: settingsFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
    },
    'POST /api/admin/community/undo': {
      responses: administrators('200'),
      fields: settingsFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: sequential(undo(0)),
    },
    'POST /api/admin/community/undo without a change': {
      responses: administrators('409 nothing_to_undo'),
      request: sequential(undo(0, true)),
    },
    'POST /api/admin/community/undo that another administrator changed': {
      responses: administrators('409 changed_meanwhile'),
      request: sequential(undo(1)),
    },
    'POST /api/admin/community/zone/preview': {
      responses: administrators('200'),
      fields: `
        atOnce fromDay moved[].date moved[].fromMs moved[].title moved[].toMs movedCount refused startsAtMs
        version`,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: () => ({ body: { zone: 'Etc/GMT+7' } }),
    },
    'PUT /api/admin/community/zone': {
      responses: administrators('200'),
      fields: 'version zone zones[].fromDay zones[].zone',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: sequential(saveZone(0)),
    },
    'PUT /api/admin/community/zone that another administrator changed': {
      responses: administrators('409 changed_meanwhile'),
      request: sequential(saveZone(1)),
    },
    'DELETE /api/admin/community/zone': {
      responses: administrators('200'),
      fields: 'version zone zones[].fromDay zones[].zone',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: withdrawZone(true),
    },
    'DELETE /api/admin/community/zone without a change ahead': {
      responses: administrators('409 zone_change_final'),
      request: withdrawZone(false),
    },
    'GET /api/community': {
      responses: everyone('200'),
      fields: `
        accent bell hasLegalNotice hue joining language languages[] links[].kind links[].label links[].url
        logo name termsVersion version welcome welcomeLanguage zone zones[].fromDay zones[].zone`,
      limits: [{ per: 'caller', max: 60, within: 1 }],
    },
    'GET /api/care': {
      responses: everyone('200'),
      fields: 'language resources[].contact resources[].name resources[].where text',
      limits: [{ per: 'caller', max: 60, within: 1 }],
      isSilent: true,
    },
  },
  memberData: {
    notExported: {
      community_logo_files: 'no member’s data',
      community_settings: 'no member’s data',
      community_zones: 'no member’s data',
    },
  },
}
