// A minimal built web client, for tests of page delivery without a build.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function createWebDir(): Promise<{ webDir: string; remove: () => Promise<void> }> {
  const webDir = await mkdtemp(join(tmpdir(), 'stillwater-web-'))
  await mkdir(join(webDir, 'assets'))
  await writeFile(
    join(webDir, 'index.html'),
    '<html><head><title>Stillwater</title><script>1</script></head></html>',
  )
  return { webDir, remove: () => rm(webDir, { recursive: true }) }
}

/** The identity provider settings in a page. */
export function identityOfPage(html: string): unknown {
  const [, content = ''] = /<meta name="identity" content="([^"]*)" \/>/.exec(html) ?? []
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'))
}
