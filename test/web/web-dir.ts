// A minimal built web client, for tests of page delivery without a build.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

const index = '<html><head><title>Stillwater</title><script>1</script></head></html>'

/** A folder with an index page and `files`, by path; deleted after the tests of the file. */
export async function createWebDir(files: Record<string, string> = {}): Promise<string> {
  const webDir = await mkdtemp(join(tmpdir(), 'stillwater-web-'))
  afterAll(() => rm(webDir, { recursive: true }))
  await mkdir(join(webDir, 'assets'))
  for (const [path, content] of Object.entries({ 'index.html': index, ...files })) {
    await mkdir(dirname(join(webDir, path)), { recursive: true })
    await writeFile(join(webDir, path), content)
  }
  return webDir
}

/** The identity provider settings in a page. */
export function identityOfPage(html: string): unknown {
  const [, content = ''] = /<meta name="identity" content="([^"]*)" \/>/.exec(html) ?? []
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'))
}
