// The mails that a server has written to its outbox, read as a mail program reads them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { TestApp } from './app.ts'

export interface ReadMail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** The secret of the link in it; empty when there is none. */
  token: string
}

/** Reads a mail as it is on the wire. */
export async function readMail(content: Uint8Array | string): Promise<ReadMail & { email: Email }> {
  const email = await PostalMime.parse(content)
  const text = email.text ?? ''
  return {
    to: email.to?.map(({ address }) => address).join() ?? '',
    from: `${email.from?.name} <${email.from?.address}>`,
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    token: /[?&](?:reset|verified|undo)=([\w-]+)/.exec(text)?.[1] ?? '',
    email,
  }
}

/** The names of the files in a folder's outbox, oldest first. */
export async function outboxFiles(dataDir: string): Promise<string[]> {
  const names: string[] = await readdir(join(dataDir, 'outbox')).catch(() => [])
  return names.toSorted()
}

/** Every mail so far, those included that are under way, oldest first; to one address if it is named. */
export async function mailsOf(app: Pick<TestApp, 'app' | 'config'>, to?: string): Promise<ReadMail[]> {
  await app.app.platform.mailer.idle()
  const { dataDir } = app.config
  const names = await outboxFiles(dataDir)
  const mails = await Promise.all(
    names.map(async (name) => readMail(await readFile(join(dataDir, 'outbox', name)))),
  )
  return mails.filter((mail) => to === undefined || mail.to === to)
}

/** The last mail to an address; it must be there. */
export async function lastMail(app: Pick<TestApp, 'app' | 'config'>, to: string): Promise<ReadMail> {
  const mail = (await mailsOf(app, to)).at(-1)
  if (!mail) throw new Error(`There is no mail to ${to}.`)
  return mail
}
