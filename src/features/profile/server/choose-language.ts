// The member's language, which holds for everything that is sent later (LANG-03).
import type { StoredAccount } from '#features/auth/rules.ts'
import { publishAccountChanged, updateChoices } from '#features/auth/server/service.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import type { Context } from '#server/context.ts'
import type { Language } from '#shared/i18n/t.ts'

export async function chooseLanguage(
  { database, bus, caller }: Context<'profile.prepare'>,
  language: Language,
): Promise<StoredAccount> {
  const saved = await database.transaction(async (tx) => {
    await assertNotBanned(tx, caller.user.id)
    return updateChoices(tx, caller.user.id, { language })
  })
  await publishAccountChanged({ bus }, caller.user.uid)
  return saved
}
