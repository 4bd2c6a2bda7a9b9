// By hand, a second time: what the contract of profile declares, and where its members’ data is.
import { createHash } from 'node:crypto'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import type { TestApp } from '#test/app.ts'
import { dataUrl, solidColorPng, svgFile } from '#test/data/pictures.ts'
import {
  type SampleRequestInput,
  type SampleRequest,
  missingId,
  otherUserId,
} from '#test/gates/matrix/sample-requests.ts'
import { administrators, members, type Proof } from '#test/gates/proof.ts'
import { signedInBefore } from '#test/people/sign-in-time.ts'

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
async function profileOf({ app, caller, aimed }: SampleRequestInput): Promise<object> {
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
  (body?: object): SampleRequest =>
  async ({ app, serial }) => ({ path: `${basePath}/${await makePicture(app, serial)}`, body })

const file = (content: Buffer) => ({ body: content, headers: { 'content-type': 'image/png' } })

/** The fields of a member's own user. */
const ownUserFields = `
  createdAt email emailCorrectedAt id isAdmin isGardenAngel isUnlisted language mayHost mustAcceptTerms name
  pendingEmail profileCompleted profilePicture`

export const proof: Proof = {
  calls: {
    'PUT /api/user/profile': {
      responses: members('200', { U: '404 user_not_registered', I: '200', O: '403 forbidden' }),
      fields: ownUserFields,
      limits: [{ per: 'caller', max: 10, within: 1 }],
      request: async (input) => ({
        // The names of staff are reserved, and earlier callers are staff (PROF-29).
        body: { ...(await profileOf(input)), name: `A new name ${input.serial}` },
      }),
    },
    'PUT /api/user/profile with another address, long after signing in': {
      responses: members('401 reauth_required', {
        U: '404 user_not_registered',
        I: '401 reauth_required',
        O: '403 forbidden',
      }),
      request: async (input) => {
        if (input.caller) await signedInBefore(input.app, input.caller)
        return { body: { ...(await profileOf(input)), email: 'another-address@example.org' } }
      },
    },
    'PUT /api/user/profile/picture': {
      responses: members('200', { U: '404 user_not_registered', I: '200' }),
      fields: ownUserFields,
      limits: [
        { per: 'caller', max: 6, within: 1 },
        { per: 'caller', max: 30, within: 1440 },
      ],
      request: async () => file(await solidColorPng('#405060')),
    },
    'PUT /api/user/unlisted': {
      responses: members('200', { O: '400 invalid' }),
      fields: ownUserFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      isSilent: true,
      request: (input) => ({ body: { isUnlisted: false, ...otherUserId(input) } }),
    },
    'PUT /api/user/language': {
      responses: members('200', { I: '200', O: '400 invalid' }),
      fields: ownUserFields,
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: (input) => ({ body: { language: 'de', ...otherUserId(input) } }),
    },
    'GET /api/profile-pictures': {
      responses: members('200', { I: '200' }),
      fields: '[].id [].imageData [].name [].url',
    },
    'GET /api/admin/profile-pictures': {
      responses: administrators('200'),
      fields: '[].createdAt [].id [].imageData [].isActive [].name [].updatedAt [].url [].version',
    },
    'POST /api/admin/profile-pictures': {
      responses: administrators('201'),
      fields: 'createdAt id imageData isActive name updatedAt url version',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: async () => ({
        body: { name: 'Dusk', imageData: dataUrl(await solidColorPng('#405060'), 'image/png') },
      }),
    },
    'POST /api/admin/profile-pictures with a file that is no picture': {
      responses: administrators('400 invalid'),
      request: () => ({
        body: { name: 'Dusk', imageData: dataUrl(Buffer.from('<svg/>'), 'image/svg+xml') },
      }),
    },
    'POST /api/admin/profile-pictures/files': {
      responses: administrators('201'),
      fields: 'createdAt id imageData isActive name updatedAt url version',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: async () => ({
        ...file(await solidColorPng('#405060')),
        path: `${basePath}/files?name=Dusk`,
      }),
    },
    'POST /api/admin/profile-pictures/files with a file that is no picture': {
      responses: administrators('400 invalid'),
      request: () => ({
        ...file(svgFile),
        path: `${basePath}/files?name=Dusk`,
      }),
    },
    'PUT /api/admin/profile-pictures/:id': {
      responses: administrators('200'),
      fields: 'createdAt id imageData isActive name updatedAt url version',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onPicture({ isActive: false, version: 1 }),
    },
    'PUT /api/admin/profile-pictures/:id with a stale version': {
      responses: administrators('409 changed_meanwhile'),
      request: onPicture({ isActive: false, version: 7 }),
    },
    'PUT /api/admin/profile-pictures/:id of nothing': {
      responses: administrators('404 not_found'),
      request: () => ({
        path: `${basePath}/${missingId}`,
        body: { isActive: false },
      }),
    },
    'DELETE /api/admin/profile-pictures/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: onPicture(),
    },
    'DELETE /api/admin/profile-pictures/:id of nothing': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `${basePath}/${missingId}` }),
    },
  },
  memberData: {
    exported: {
      media_files: { at: ['profile'], left: 'sha256 createdAt', why: 'the picture’s address has the hash' },
    },
    renamed: { media_files: { content: 'pictureData' } },
    notExported: { profile_pictures: 'no member’s data' },
  },
}
