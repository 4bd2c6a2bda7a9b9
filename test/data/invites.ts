// Invites for tests, and the settings of joining.
import { randomBytes } from 'node:crypto'
import { encodeInviteCode } from '#features/invites/codes.ts'
import { updateSettings } from '#server/community/sql.ts'
import type { JoiningMode } from '#shared/community.ts'
import type { TestApp } from '#test/app.ts'

interface InviteOptions {
  uses?: number
  used?: number
  expiresAt?: Date
  revokedAt?: Date | null
  makerId?: number | null
}

/** Inserts an invitation of ten uses and seven days. */
export function makeInvite(
  { clock, database }: Pick<TestApp, 'clock' | 'database'>,
  facts: InviteOptions = {},
): Promise<{ id: number; code: string }> {
  return database.query
    .insertInto('invites')
    .values({
      code: encodeInviteCode(randomBytes(12)),
      uses: 10,
      createdAt: new Date(clock.now()),
      expiresAt: new Date(clock.now() + 7 * 86_400_000),
      ...facts,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

/** Sets who may join. Other nodes read it a moment later; the `peers` have read it when this resolves. */
export async function setJoining(
  { app, database }: TestApp,
  joining: JoiningMode,
  ...peers: TestApp[]
): Promise<void> {
  await updateSettings(database.query, { joining }, { changed: ['joining'], undo: null })
  await app.platform.community.publishChange()
  await Promise.all(peers.map((peer) => peer.app.platform.community.refresh()))
}
