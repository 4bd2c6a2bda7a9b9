// Retention of the mails in DATA_DIR/outbox, where mails go without an SMTP server.
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'

/** Upper bound for all headers of our mails. */
const mailHeadersMaxBytes = 8 * 1024

/** The folder of mails below the data directory. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

/** The prefix of the names of mails sent at a moment; names sort by time. */
export function outboxTimestamp(date: Date): string {
  return date.toISOString().replaceAll(':', '-')
}

/** Deletes the mails to these addresses (in lower case), including those written by other processes. */
export async function deleteOutboxMailsTo(dataDir: string, addresses: readonly string[]): Promise<void> {
  const recipients = new Set(addresses.map(normalizeMailAddress))
  for (const file of await listOutboxMails(dataDir)) {
    if (recipients.has(await recipientOf(file))) await rm(file, { force: true })
  }
}

/** Deletes the mails from before a moment. */
export async function deleteOldOutboxMails(dataDir: string, before: Date): Promise<void> {
  const first = join(outboxFolder(dataDir), outboxTimestamp(before))
  for (const file of await listOutboxMails(dataDir)) {
    if (file < first) await rm(file, { force: true })
  }
}

async function listOutboxMails(dataDir: string): Promise<string[]> {
  const folder = outboxFolder(dataDir)
  try {
    const names = await readdir(folder)
    return names.filter((name) => /\.eml(\.part)?$/.test(name)).map((name) => join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The address of the To header, as `normalizeMailAddress` writes it; empty for a file deleted meanwhile. */
async function recipientOf(file: string): Promise<string> {
  const handle = await open(file).catch(() => null)
  if (!handle) return ''
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(mailHeadersMaxBytes),
      0,
      mailHeadersMaxBytes,
      0,
    )
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\n\r\n', 1)
    const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
    return normalizeMailAddress(/^to:(.*)$/im.exec(unfolded)?.[1] ?? '')
  } finally {
    await handle.close()
  }
}

/** An address in lower case, without brackets and quotes, its domain in ASCII. */
function normalizeMailAddress(text: string): string {
  const bare = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text
  const address = bare.replaceAll('"', '').trim().toLowerCase()
  const at = address.lastIndexOf('@')
  return address.slice(0, at + 1) + (domainToASCII(address.slice(at + 1)) || address.slice(at + 1))
}
