// Responses to what /mood-analytics reads in its app layout: a member without any entry.
import { careCalls } from '#features/care/contract.ts'
import { energyCalls } from '#features/energy/contract.ts'
import { historyCalls } from '#features/history/contract.ts'
import { previewCalls } from '#features/meditation/contract.ts'
import { newsCalls } from '#features/news/contract.ts'
import { practiceCalls } from '#features/practice/contract.ts'
import { reflectionOptInCalls } from '#features/reflections/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import type { FakeServer } from './fake-server.ts'
import { emptyPreview } from './preview.ts'

export function respondWithEmptyHistory(server: FakeServer): void {
  server.respond(newsCalls.news, { news: [] })
  server.respond(previewCalls.preview, emptyPreview)
  server.respond(roomCalls.onlineCount, { count: 3 })
  server.respond(energyCalls.entries, [])
  server.respond(historyCalls.times, [])
  server.respond(practiceCalls.practice, { days: [], entries: [] })
  server.respond(reflectionOptInCalls.reflectionOptIn, { isOptedIn: null, pairsMin: 8 })
  server.respond(careCalls.careChoice, { isOffered: true })
}
