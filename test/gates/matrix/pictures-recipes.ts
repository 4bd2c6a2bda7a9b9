// Matrix recipes for the calls about stock pictures.
import { createHash } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import { dataUrl, solidColorPng, svgFile } from '#test/data/pictures.ts'
import type { Recipe } from './matrix-http.ts'

const missingId = 2_000_000_000
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

const onPicture =
  (body?: object): Recipe =>
  async ({ app, serial }) => ({ path: `${basePath}/${await makePicture(app, serial)}`, body })

const file = (content: Buffer) => ({ body: content, headers: { 'content-type': 'image/png' } })

export const pictureRecipes: Record<string, Recipe> = {
  [`POST ${basePath}`]: async () => ({
    body: { name: 'Dusk', imageData: dataUrl(await solidColorPng('#405060'), 'image/png') },
  }),
  [`POST ${basePath} with a file that is no picture`]: () => ({
    body: { name: 'Dusk', imageData: dataUrl(Buffer.from('<svg/>'), 'image/svg+xml') },
  }),
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
  [`PUT ${basePath}/:id of nothing`]: () => ({ path: `${basePath}/${missingId}`, body: { isActive: false } }),
  [`DELETE ${basePath}/:id`]: onPicture(),
  [`DELETE ${basePath}/:id of nothing`]: () => ({ path: `${basePath}/${missingId}` }),
}
