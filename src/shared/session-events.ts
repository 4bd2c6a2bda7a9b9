// Which sessions a session event affects.
import type { SessionEvent } from '#shared/bus-events.ts'

interface SessionSubject {
  sessionId: number
  userId: number
  uid: string
}

/** Returns a filter for the sessions that an event affects. It runs for every cached session and socket. */
export function affects(event: SessionEvent): (subject: SessionSubject) => boolean {
  switch (event.type) {
    case 'ended': {
      const ended = new Set(event.sessionIds)
      return ({ sessionId }) => ended.has(sessionId)
    }
    case 'banned':
    case 'erased':
      return ({ userId }) => event.userId === userId
    case 'changed':
      return ({ uid }) => event.uid === uid
  }
}
