// Matrix recipes for the calls about profiles and stock pictures.
import { createHash } from 'node:crypto'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import type { TestApp } from '#test/app.ts'
import { dataUrl, solidColorPng, svgFile } from '#test/data/pictures.ts'
import { signedInBefore } from '#test/people/sign-in-time.ts'
import {
  missingId,
  otherUserId,
  type CallFacts,
  type CallRecipe,
  type MatrixRecipes,
} from '#test/gates/matrix/recipes.ts'

const basePath = '/api/admin/profile-pictures'

async function makePicture({ database, clock }: TestApp, serial: number): Promise<number> {
  const createdAt = new Date(clock.now())
  const content = Buffer.from(`picture ${serial}`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await database.query.insertInto('media_files').values({ sha256, content, createdAt }).execute()
  const { id } = await database.query
    .insertInto('profile_pictures')
    .values({
      name: 'Still Water',
      mediaSha256: sha256,
      imageData: 'data:image/jpeg;base64,AAAA',
      createdAt,
      updatedAt: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The profile that a caller saves; in column O, the other member's. */
async function profileOf({ app, caller, aimed }: CallFacts): Promise<object> {
  const [profilePicture] = await listActivePictureUrls(app.database.query)
  return {
    name: 'A new name',
    email: caller?.email ?? 'unknown@example.org',
    profilePicture,
    profileCompleted: true,
    firebaseUid: aimed?.uid ?? 'unknown',
  }
}

const onPicture =
  (body?: object): CallRecipe =>
  async ({ app, serial }) => ({ path: `${basePath}/${await makePicture(app, serial)}`, body })

const file = (content: Buffer) => ({ body: content, headers: { 'content-type': 'image/png' } })

export const profileRecipes: MatrixRecipes = {
  calls: {
    [`POST ${basePath}`]: async () => ({
      body: { name: 'Dusk', imageData: dataUrl(await solidColorPng('#405060'), 'image/png') },
    }),
    [`POST ${basePath} with a file that is no picture`]: () => ({
      body: { name: 'Dusk', imageData: dataUrl(Buffer.from('<svg/>'), 'image/svg+xml') },
    }),
    'PUT /api/user/profile': async (facts) => ({
      // The names of staff are reserved, and earlier callers are staff (PROF-29).
      body: { ...(await profileOf(facts)), name: `A new name ${facts.serial}` },
    }),
    'PUT /api/user/profile with another address, long after signing in': async (facts) => {
      if (facts.caller) await signedInBefore(facts.app, facts.caller)
      return { body: { ...(await profileOf(facts)), email: 'another-address@example.org' } }
    },
    'PUT /api/user/unlisted': (facts) => ({ body: { isUnlisted: false, ...otherUserId(facts) } }),
    'PUT /api/user/language': (facts) => ({ body: { language: 'de', ...otherUserId(facts) } }),
    'PUT /api/user/profile/picture': async () => file(await solidColorPng('#405060')),
    [`POST ${basePath}/files`]: async () => ({
      ...file(await solidColorPng('#405060')),
      path: `${basePath}/files?name=Dusk`,
    }),
    [`POST ${basePath}/files with a file that is no picture`]: () => ({
      ...file(svgFile),
      path: `${basePath}/files?name=Dusk`,
    }),
    [`PUT ${basePath}/:id`]: onPicture({ isActive: false, version: 1 }),
    [`PUT ${basePath}/:id with a stale version`]: onPicture({ isActive: false, version: 7 }),
    [`PUT ${basePath}/:id of nothing`]: () => ({
      path: `${basePath}/${missingId}`,
      body: { isActive: false },
    }),
    [`DELETE ${basePath}/:id`]: onPicture(),
    [`DELETE ${basePath}/:id of nothing`]: () => ({ path: `${basePath}/${missingId}` }),
  },
}
