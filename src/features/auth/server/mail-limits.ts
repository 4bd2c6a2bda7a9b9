// Limits of mails to addresses that their owners haven't confirmed: strangers may have typed them (T71).
import { createHash } from 'node:crypto'
import type { Platform } from '#server/context.ts'
import { hourMs } from '#shared/durations.ts'
import { mailboxOf, unconfirmedMailsPerHour } from '../rules.ts'
import { takeMailToken } from './sql/mail-limits.ts'

/** Waiting mails try again at different moments. */
const spreadMs = 600_000

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a mailbox of ADMIN_EMAILS may get a link to sign up now: one an hour, however many strangers ask (T87). */
export async function mayMailJoinLink(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  { email, jobKey }: { email: string; jobKey: string },
): Promise<boolean> {
  const bucket = { key: hash(`join ${mailboxOf(email)}`), tokenMs: hourMs, burst: 1 }
  return (await takeMailToken(database.query, { ...bucket, jobKey, now: new Date(clock.now()) })) === 0
}

/**
 * Whether a mail to an unconfirmed address may be sent now: 0, or the milliseconds that it must wait. One mail an hour
 * for a mailbox, and {@link unconfirmedMailsPerHour} for the whole community.
 */
export async function unconfirmedMailWaitMs(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  { email, jobKey }: { email: string; jobKey: string },
): Promise<number> {
  const now = new Date(clock.now())
  const mailbox = { key: hash(`mailbox ${mailboxOf(email)}`), tokenMs: hourMs, burst: 1 }
  const community = {
    key: hash('community'),
    tokenMs: hourMs / unconfirmedMailsPerHour,
    burst: unconfirmedMailsPerHour,
  }
  // The mailbox first: a flood to one of them uses up nothing of the community's budget.
  for (const bucket of [mailbox, community]) {
    const waitMs = await takeMailToken(database.query, { ...bucket, jobKey, now })
    if (waitMs > 0) return Math.ceil(waitMs) + (bucket === community ? Math.random() * spreadMs : 0)
  }
  return 0
}
