// Pages in their viewer's language: the documents that the build made for it, and one worker for all.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { createWebDir } from '#test/web/web-dir.ts'

const script = 'document.documentElement.dataset.theme'
const page = (language: string, name: string) =>
  `<html lang="${language}"><head><title>Stillwater ${name}</title><script>${script}</script></head><body><div id="root"></div></body></html>`

const pages = (language: string, folder: string) => ({
  [`${folder}index.html`]: page(language, 'index'),
  [`${folder}offline.html`]: page(language, 'offline'),
  [`${folder}shells/auth.html`]: `<i>${language}: {{lead}}</i>`,
})

const webDir = await createWebDir({ 'sw.js': '// the worker', ...pages('en', ''), ...pages('de', 'de/') })
const app = await openTestApp({ webDir, config: { appName: 'Green Pond' } })

const read = async (path: string, language: string) => {
  const response = await fetch(app.url + path, { headers: { cookie: `language=${language}` } })
  return {
    text: await response.text(),
    policy: response.headers.get('content-security-policy'),
    language: response.headers.get('content-language'),
  }
}

test('[LANG-07, LANG-10] page, shell, offline page and manifest are in the viewer’s language', async () => {
  const german = await read('/auth', 'de')
  expect(german.text).toContain('<html lang="de"><head><title>Green Pond index</title>')
  expect(german.text).toContain('<i>de: Eine geführte Meditation')
  expect((await read('/offline', 'de')).text).toContain('<html lang="de"><head><title>Green Pond offline')
  expect(JSON.parse((await read('/manifest.webmanifest', 'de')).text)).toMatchObject({
    lang: 'de',
    dir: 'ltr',
    description: 'Eine geführte Meditation am Tag, gemeinsam.',
  })
  const english = await read('/auth', 'en')
  expect(english.text).toContain('<html lang="en">')
  expect(english.text).toContain('<i>en: One guided')
  const allowed = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  for (const { policy } of [english, german]) expect(policy).toContain(allowed)
})

test('[LANG-07] viewers of a language that isn’t built get English pages', async () => {
  for (const path of ['/auth', '/offline']) {
    const { text, language } = await read(path, 'es')
    expect(text).toContain('<html lang="en">')
    expect(language).toBe('en')
    expect((await read(path, 'de')).language).toBe('de')
  }
})

test('[LANG-09] the worker is the same in all languages', async () => {
  const [english, german] = await Promise.all(['en', 'de'].map((language) => read('/sw.js', language)))
  expect(english?.text).toMatch(/^\/\/ the worker\n\/\/ [0-9a-f]{64}\n$/)
  expect(german?.text).toBe(english?.text)
})
