// The texts of /privacy and /terms: the product's, until the operator replaces them.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as kept from '#shared/constants.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { legalPagesWithPlaceholder } from './legal-pages.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { appName: 'Still $& Lake' } })
})
afterAll(() => app.close())

const read = async (name: string) => {
  const response = await fetch(`${app.url}/pages/${name}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a legal page', () => {
  test('is the product’s text by default, with the app’s name', async () => {
    for (const name of ['privacy', 'terms']) {
      const { status, headers, text } = await read(`${name}.md`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(text).toContain('Still $& Lake is a place')
      expect(text).not.toContain('{{')
    }
    expect((await read('other.md')).status).toBe(404)
  })

  test('is the operator’s text while DATA_DIR has one', async () => {
    const folder = join(app.config.dataDir, 'pages')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'terms.md'), '\uFEFF# How we sit at {{app}}\n')
    expect((await read('terms.md')).text).toBe('# How we sit at Still $& Lake\n')
    expect((await read('privacy.md')).text).toContain('# Privacy')
    await rm(folder, { recursive: true })
    expect((await read('terms.md')).text).toContain('# Terms')
  })

  test('[OPS-21] with the operator placeholder is reported until it is replaced', async () => {
    const { dataDir } = app.config
    const folders = { assetsDir: join(import.meta.dirname, '../../../assets'), dataDir }
    const folder = join(dataDir, 'pages')
    expect(await legalPagesWithPlaceholder(folders)).toEqual(['privacy', 'terms'])
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'privacy.md'), '# Privacy at the lake\n')
    expect(await legalPagesWithPlaceholder(folders)).toEqual(['terms'])
    await rm(folder, { recursive: true })
  })

  test('states the actual retention periods', async () => {
    const { text } = await read('privacy.md')
    const times = [...text.matchAll(/(\d+) (?:days|hours)/g)].map(([, count]) => Number(count))
    expect(times).toEqual([
      kept.chatRetentionDays,
      kept.deletedChatRetentionDays,
      kept.helpRetentionDays,
      kept.thanksRetentionDays,
      kept.endedSessionRetentionDays,
      kept.signInAddressRetentionDays,
      kept.referralFlagsDays,
      kept.activityDetailsRetentionDays,
      kept.outboxRetentionDays,
      kept.idempotencyKeyRetentionHours,
      kept.endedAddressBanRetentionDays,
    ])
  })
})
