// What Firebase leaves in the browser besides what it keeps of people, and how it goes.

/** In it the library counts, by the day, how often it was used. Where it was loaded, it still holds it open. */
export function deleteFirebaseHeartbeats(): void {
  try {
    indexedDB.deleteDatabase('firebase-heartbeat-database')
  } catch {
    // A browser that refuses databases has none.
  }
}
