// The profile feature for the server: profiles and pictures.
import type { Reauthenticate } from '#features/auth/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import {
  createDrawingPool,
  createPictureWorkerPool,
  type DrawingPool,
  type PictureWorkerPool,
} from './picture-worker-pool.ts'
import { createPicturesRoutes, createProfileRoutes } from './routes.ts'
import { readMedia } from './sql.ts'
import { ensureStockPictures } from './stock-pictures.ts'

export interface ProfileModule extends FeatureModule {
  /** The content of a stored picture; null if it doesn't exist. */
  readPicture(sha256: string): ReturnType<typeof readMedia>
  pictures: PictureWorkerPool
  drawings: DrawingPool
}

interface ProfileOptions {
  reauthenticate: Reauthenticate
  /** The folder with the stock pictures, which the first start stores. */
  assetsDir: string
}

export async function createProfileModule(
  platform: Platform,
  { reauthenticate, assetsDir }: ProfileOptions,
): Promise<ProfileModule> {
  await ensureStockPictures(platform, assetsDir)
  const pictures = createPictureWorkerPool()
  const drawings = createDrawingPool()
  return {
    pictures,
    drawings,
    readPicture: (sha256) => readMedia(platform.database.query, sha256),
    routes: [createProfileRoutes(pictures, reauthenticate), createPicturesRoutes(pictures)],
    close: async () => {
      await Promise.all([pictures.close(), drawings.close()])
    },
  }
}
