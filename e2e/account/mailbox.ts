// The mails of a test's server, read from the outbox that it uses without a mail server: DATA_DIR/outbox.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { TestApp } from '#test/app.ts'
import { expect } from '../app.ts'

const paths = {
  reset: '/auth?reset=',
  undo: '/auth?undo=',
  verified: '/settings?verified=',
  unsubscribe: '/unsubscribe/',
  invite: '/?invite=',
  refuse: '/refuse/',
}

/** The links of one kind mailed to an address, the oldest first. */
async function mailedLinks(app: TestApp, to: string, kind: keyof typeof paths): Promise<string[]> {
  const start = `${app.url}${paths[kind]}`
  const texts = await mailsTo(app, to)
  return texts.flatMap((text) => text.split(/\s/).filter((word) => word.startsWith(start)))
}

/** Waits for the nth link of a kind to an address. */
export async function mailedLink(
  app: TestApp,
  to: string,
  kind: keyof typeof paths,
  count = 1,
): Promise<string> {
  let links: string[] = []
  await expect
    .poll(async () => {
      links = await mailedLinks(app, to, kind)
      return links.length
    })
    .toBeGreaterThanOrEqual(count)
  return links[count - 1] ?? ''
}

async function mailsTo({ config }: TestApp, to: string): Promise<string[]> {
  const folder = join(config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
  )
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to)).map(({ text }) => text ?? '')
}
