// Reads the mails in a server's outbox, as a mail program does.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { TestApp } from '#test/app.ts'

export interface ReadMail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** The token of the link in it; empty if there is no link. */
  token: string
  /** The mail as its parser has it, with all headers. */
  email: Email
}

/** Parses a mail in its wire format. */
export async function readMail(content: Uint8Array | string): Promise<ReadMail> {
  const email = await PostalMime.parse(content)
  const text = email.text ?? ''
  return {
    to: email.to?.map(({ address }) => address).join() ?? '',
    from: `${email.from?.name} <${email.from?.address}>`,
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    token: /[?&](?:reset|verified|undo|join)=([\w-]+)/.exec(text)?.[1] ?? '',
    email,
  }
}

/** The file names in a folder's outbox, the oldest first. */
export async function outboxFiles(dataDir: string): Promise<string[]> {
  const names: string[] = await readdir(join(dataDir, 'outbox')).catch(() => [])
  return names.toSorted()
}

/** Mails read before, by file: a file of the outbox never changes. */
const readFiles = new Map<string, Promise<ReadMail>>()

function readMailFile(file: string): Promise<ReadMail> {
  const mail = readFiles.get(file) ?? readFile(file).then(readMail)
  readFiles.set(file, mail)
  return mail
}

/** Every mail so far, including those being written, the oldest first; optionally only those to one address. */
export async function mailsOf(app: Pick<TestApp, 'app' | 'config'>, to?: string): Promise<ReadMail[]> {
  await app.app.jobs.whenIdle()
  const { dataDir } = app.config
  const names = await outboxFiles(dataDir)
  const mails = await Promise.all(names.map((name) => readMailFile(join(dataDir, 'outbox', name))))
  return mails.filter((mail) => to === undefined || mail.to === to)
}

/** The last mail to an address; throws if there is none. */
export async function lastMail(app: Pick<TestApp, 'app' | 'config'>, to: string): Promise<ReadMail> {
  const mail = (await mailsOf(app, to)).at(-1)
  if (!mail) throw new Error(`There is no mail to ${to}.`)
  return mail
}
