// The pictures of the sky in letters: drawn once each, stored in DATA_DIR, and served to everyone who has their address.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Platform } from '#server/context.ts'
import { skyMomentOf, skyPictureFolder, skyPictureSvg } from '#shared/scene/sky-picture.ts'

/** So many are stored; more would be drawn again when they are read. */
const skyPicturesMax = 400

interface SkyPicturesOptions extends Pick<Platform, 'community'> {
  config: Pick<Config, 'dataDir'>
  /** A JPEG of an SVG file. */
  draw(svg: string): Promise<Buffer>
  /** Rate limit hook of pictures. */
  limitReads: onRequestAsyncHookHandler
}

/** Mounts the pictures. A name that isn't one, or has another hue than the community's, is not found. */
export function mountSkyPictures(
  app: FastifyInstance,
  { community, config, draw, limitReads }: SkyPicturesOptions,
): void {
  const folder = skyPicturesFolder(config.dataDir)
  /** The pictures that are being drawn, by name. */
  const pending = new Map<string, Promise<Buffer>>()
  const read = async (name: string, svg: () => string): Promise<Buffer> => {
    const stored = await readFile(join(folder, `${name}.jpg`)).catch(() => null)
    if (stored) return stored
    const drawing = pending.get(name) ?? drawAndSave(name, svg()).finally(() => pending.delete(name))
    pending.set(name, drawing)
    return drawing
  }
  const drawAndSave = async (name: string, svg: string): Promise<Buffer> => {
    const content = await draw(svg)
    // On a full disk it is drawn again the next time.
    await savePicture(folder, name, content).catch((error: unknown) =>
      app.log.warn({ err: error }, 'A picture of the sky was not saved.'),
    )
    return content
  }
  app.get<{ Params: { name: string } }>(
    `${skyPictureFolder}:name(^[0-9-]{3,9}$).jpg`,
    { onRequest: limitReads },
    async ({ params: { name } }, reply) => {
      const { hue } = community.settings()
      const moment = skyMomentOf(name, hue)
      if (moment === null) return reply.callNotFound()
      const content = await read(name, () => skyPictureSvg(moment, hue))
      return (
        reply
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('cache-control', 'public, max-age=31536000, immutable')
          // Mail programs load it from their own origin.
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('image/jpeg')
          .send(content)
      )
    },
  )
}

export function skyPicturesFolder(dataDir: string): string {
  return join(dataDir, 'sky-pictures')
}

/** Renamed when complete, so that no one reads a partial file. */
async function savePicture(folder: string, name: string, content: Buffer): Promise<void> {
  const file = join(folder, `${name}.jpg`)
  const part = `${file}.${randomBytes(4).toString('hex')}.part`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(part, content, { mode: 0o600, flag: 'wx' })
  await rename(part, file)
  await evictOldest(folder)
}

/** Deletes the oldest files above the maximum. */
async function evictOldest(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= skyPicturesMax) return
  // Another node may delete one meanwhile.
  const savedMs = (name: string) =>
    stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  const files = await Promise.all(names.map(async (name) => ({ name, ms: await savedMs(name) })))
  const oldest = files.toSorted((one, other) => one.ms - other.ms).slice(0, names.length - skyPicturesMax)
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })))
}
