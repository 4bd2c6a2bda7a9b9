// The handler of the call that reads a day's chat.
import { chatMessagesKept } from '#shared/constants.ts'
import { chicagoDay } from '#shared/day.ts'
import { can } from '#shared/roles.ts'
import { routes } from '#server/http.ts'
import { refuse } from '#server/refusal.ts'
import { chatCalls } from '../contract.ts'
import { isChatReadable } from '../rules.ts'
import { latestMessages } from './sql.ts'

export const chatRoutes = routes(chatCalls, {
  chatOfDay: async ({ caller, clock, database }, { params }) => {
    const mayModerate = can(caller.persona, 'chat.moderate')
    if (!isChatReadable(params.date, chicagoDay(clock.now()), mayModerate)) throw refuse('not_found')
    return { messages: await latestMessages(database.query, params.date, chatMessagesKept) }
  },
})
