// Matrix recipes for the message that joins a room.
import { joined, type MatrixRecipes, type MessageRecipe } from '#test/gates/matrix/recipes.ts'

const join =
  (day?: string): MessageRecipe =>
  ({ app, client, me }) =>
    client.send({ type: 'join-session', userId: me.userId, sessionDate: day ?? app.calendar.today() })

export const roomsRecipes: MatrixRecipes = {
  messages: {
    'join-session': join(),
    'join-session of a day long past': join('2025-01-05'),
    'join-session of a day that is none': join('2026-02-30'),
    'join-session once more': joined(join()),
  },
}
