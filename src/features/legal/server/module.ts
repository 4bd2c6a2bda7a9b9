// The legal feature for the server: the texts' calls, and the pages as their viewers get them.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { legalNoticePage, LegalPage } from '../pages.ts'
import { composePage, readLegalPlaceholders } from './compose.ts'
import { createLegalRoutes } from './routes.ts'
import { readShippedTexts } from './shipped-texts.ts'
import { findLegalTexts } from './sql.ts'
import { startLegalTexts } from './start.ts'

export interface LegalModule extends FeatureModule {
  /** A page in Markdown, in the viewer's language. */
  readPage(page: LegalPage | typeof legalNoticePage): Promise<string>
}

export async function createLegalModule(
  platform: Platform,
  { assetsDir }: { assetsDir: string },
): Promise<LegalModule> {
  const shipped = await readShippedTexts(assetsDir)
  await startLegalTexts(platform, shipped)
  await platform.community.refresh()
  return {
    routes: createLegalRoutes(shipped),
    readPage: async (page) => {
      const texts = await findLegalTexts(platform.database.query)
      const { language } = platform.community.settings()
      return composePage(page, shipped, {
        texts,
        placeholders: await readLegalPlaceholders(platform),
        language,
      })
    },
  }
}
