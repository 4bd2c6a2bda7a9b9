// The settings as an administrator's page has them: read after a change, and with the refusal of a stale part.
import { appError, isAppError } from '#server/app-error.ts'
import { findLastChange } from '#server/community/sql.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { CommunitySettings } from '../contract.ts'
import { pickSettings } from '../settings.ts'
import { publicCommunity } from './service.ts'
import { undoUntil } from './settings.ts'

type AdminCallContext = Context<'community.administer'>

/** The settings as the form edits them. This node's copy may be older than the last change, so it is read again. */
export async function readCommunitySettings(context: AdminCallContext): Promise<CommunitySettings> {
  const { database, clock, community } = context
  await community.refresh()
  return {
    ...publicCommunity(context),
    ...pickSettings(community.settings()),
    undoUntil: undoUntil(await findLastChange(database.query), clock.now()),
  }
}

/** Runs a change in a transaction. A `changed_meanwhile` that it throws gets the settings as they are now. */
export async function changeSettings<Result>(
  context: AdminCallContext,
  change: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  try {
    return await context.database.transaction(change)
  } catch (thrown) {
    if (!isAppError(thrown) || thrown.errorResponse.body.code !== 'changed_meanwhile') throw thrown
    const { message } = thrown.errorResponse.body
    throw appError('changed_meanwhile', { message, current: await readCommunitySettings(context) })
  }
}
