// Community API contract: what administrators set for everyone, and the care texts that members read.
import * as z from 'zod/mini'
import { pictureFileMaxBytes, pictureTypes } from '#features/profile/rules.ts'
import { sittingSettingsSchema } from '#features/sittings/sitting.ts'
import { bellNames, communitySchema, joiningModes } from '#shared/community.ts'
import {
  careResourcesMax,
  careTextMaxChars,
  chatRetentionDays,
  communityLinksMax,
  communityNameMaxChars,
  linkLabelMaxChars,
  reflectionPairsMinLeast,
  reflectionPairsMinMost,
  urlMaxChars,
  welcomeMaxChars,
} from '#shared/constants.ts'
import { timeSchema } from '#shared/day-schema.ts'
import { endpoint, fileSchema } from '#shared/endpoint.ts'
import { languages, t } from '#shared/t.ts'
import { textSchema } from '#shared/text.ts'
import { timeZoneSchema } from '#shared/time-zone.ts'
import { translationsSchema } from '#shared/translations.ts'
import { hueError } from './accent.ts'
import { careResourceSchema } from './care.ts'
import { communityErrors } from './errors.ts'
import { readVersionSchema } from './read-version-schema.ts'
import { chatDaysLeast, ownLinkKinds, contactHref, isHttpsAddress, withoutControls } from './rules.ts'

const welcomeSchema = withoutControls(
  textSchema({
    max: welcomeMaxChars,
    tooLong: (facts) => t('The welcome text has at most {max} characters.', facts),
  }),
)
const careTextSchema = textSchema({
  max: careTextMaxChars,
  tooLong: (facts) => t('The text has at most {max} characters.', facts),
})
const nameSchema = textSchema({
  max: 100,
  empty: () => t("A name can't be empty."),
  tooLong: (facts) => t('A name has at most {max} characters.', facts),
})
const contactSchema = textSchema({
  max: 300,
  empty: () => t("A phone number or address can't be empty."),
  tooLong: (facts) => t('A phone number or address has at most {max} characters.', facts),
})
const whereSchema = textSchema({
  max: 100,
  tooLong: (facts) => t('A place has at most {max} characters.', facts),
})

const newSchedulesSchema = z.extend(sittingSettingsSchema, { scheduledTime: z.string() })

export const communitySettingsSchema = z.extend(communitySchema, {
  /** The pairs that the room's energy needs at least. */
  reflectionPairsMin: z.int(),
  /** Empty for the product's own text. */
  careText: z.string(),
  /** For readers of other languages; an empty text counts as none. */
  translations: translationsSchema(z.object({ welcome: z.string(), careText: z.string() })),
  careResources: z.array(careResourceSchema),
  /** Days after which chat messages are deleted. */
  chatDays: z.int(),
  /** Preselected in the form of a new schedule. */
  newSchedules: newSchedulesSchema,
  /** Whether a date can have several meditations (PLAN-01). */
  severalADay: z.boolean(),
  /** Until when the last change can be undone; null if there is none. */
  undoUntil: z.nullable(z.iso.datetime()),
})
export type CommunitySettings = z.infer<typeof communitySettingsSchema>

/** A whole number with a sentence that names its bounds. */
const wholeNumber = (min: number, max: number) => {
  const error = () => t('A whole number from {min} to {max}.', { min, max })
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

const hueSchema = wholeNumber(0, 359).check((payload) => {
  const message = hueError(payload.value)
  if (message !== null) payload.issues.push({ code: 'custom', input: payload.value, message })
})

/** Dropped: the name and the address of /legal-notice are the app's. */
const dropped = z.pipe(
  z.string(),
  z.transform(() => ''),
)

const linkInputSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('legal-notice'), label: dropped, url: dropped }),
  z.strictObject({
    kind: z.enum(ownLinkKinds),
    label: withoutControls(
      textSchema({
        max: linkLabelMaxChars,
        empty: () => t("The text of a link can't be empty."),
        tooLong: (facts) => t('The text of a link has at most {max} characters.', facts),
      }),
    ),
    url: withoutControls(
      textSchema({
        max: urlMaxChars,
        empty: () => t("An address can't be empty."),
        tooLong: (facts) => t('An address has at most {max} characters.', facts),
      }).check(
        z.refine(isHttpsAddress, {
          error: () => t('An address that starts with https://, without spaces or hidden signs.'),
        }),
      ),
    ),
  }),
])

/** A read-only field: dropped unread, so that a client can send back what it received. */
const readOnly = z.optional(
  z.pipe(
    z.unknown(),
    z.transform(() => undefined),
  ),
)

const fieldsSchema = z.strictObject({
  name: withoutControls(
    textSchema({
      max: communityNameMaxChars,
      empty: () => t("The name can't be empty."),
      tooLong: (facts) => t('The name has at most {max} characters.', facts),
    }),
  ),
  hue: z.nullable(hueSchema),
  welcome: welcomeSchema,
  language: z.enum(languages, { error: () => t('Please choose one of these languages.') }),
  translations: translationsSchema(z.strictObject({ welcome: welcomeSchema, careText: careTextSchema })),
  links: z.array(linkInputSchema).check(
    z.maxLength(communityLinksMax, {
      error: () => t('At most {max} links.', { max: communityLinksMax }),
    }),
  ),
  joining: z.enum(joiningModes),
  bell: z.enum(bellNames),
  reflectionPairsMin: wholeNumber(reflectionPairsMinLeast, reflectionPairsMinMost),
  careText: careTextSchema,
  careResources: z
    .array(
      z.strictObject({
        name: nameSchema,
        contact: contactSchema.check(
          z.refine((contact) => contactHref(contact) !== null, {
            error: () => t('A phone number, or an address that starts with https://.'),
          }),
        ),
        where: whereSchema,
      }),
    )
    .check(
      z.maxLength(careResourcesMax, {
        error: () => t('At most {max} resources.', { max: careResourcesMax }),
      }),
    ),
  chatDays: wholeNumber(chatDaysLeast, chatRetentionDays),
  newSchedules: z.strictObject({ ...sittingSettingsSchema.shape, scheduledTime: timeSchema }),
  severalADay: z.boolean(),
})

const settingsInputSchema = z.extend(z.exactPartial(fieldsSchema), {
  logo: readOnly,
  accent: readOnly,
  zones: readOnly,
  languages: readOnly,
  termsVersion: readOnly,
  hasLegalNotice: readOnly,
  welcomeLanguage: readOnly,
  undoUntil: readOnly,
  /** Of the settings with which the fields were read. */
  version: z.int(),
  /** Another zone than today's changes it from a later day on; see `saveZone`. */
  zone: z.optional(timeZoneSchema),
})

/** The fields that a body sets, without the zone and those that it only sends back. */
export function writableFieldsOf(
  body: z.output<typeof settingsInputSchema>,
): Partial<z.output<typeof fieldsSchema>> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in fieldsSchema.shape))
}

export const communityCalls = {
  communitySettings: endpoint({
    method: 'GET',
    path: '/api/admin/community',
    needs: 'community.administer',
    response: communitySettingsSchema,
  }),
  /**
   * Takes what the GET returned, or a part: `version` and any fields. If one of these changed after that version, the
   * response is 409 `changed_meanwhile` with the settings as `current`. Several a day, zone and joining count as one.
   */
  saveCommunitySettings: endpoint({
    method: 'PUT',
    path: '/api/admin/community',
    needs: 'community.administer',
    body: settingsInputSchema,
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: [
      'changed_meanwhile',
      communityErrors.zones_too_distant,
      communityErrors.zone_conflicts,
      communityErrors.several_scheduled,
    ],
  }),
  /** The request body is a JPEG, PNG or GIF file; a PNG keeps its transparency. */
  saveLogo: endpoint({
    method: 'PUT',
    path: '/api/admin/community/logo',
    needs: 'community.administer',
    query: readVersionSchema,
    body: fileSchema,
    fileTypes: pictureTypes,
    bodyMaxBytes: pictureFileMaxBytes,
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile'],
  }),
  deleteLogo: endpoint({
    method: 'DELETE',
    path: '/api/admin/community/logo',
    needs: 'community.administer',
    query: readVersionSchema,
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile'],
  }),
  /** Restores the fields of the last change, within a day. */
  undoCommunitySettings: endpoint({
    method: 'POST',
    path: '/api/admin/community/undo',
    needs: 'community.administer',
    body: z.strictObject({ version: z.int() }),
    response: communitySettingsSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
    errors: ['changed_meanwhile', communityErrors.nothing_to_undo, communityErrors.several_scheduled],
  }),
}
