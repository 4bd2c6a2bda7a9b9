// Firebase storage cleanup: deletes the usage data that Firebase leaves in the browser.

/** Firebase counts its daily usage in this database. Pages that loaded the library still hold it open. */
export function deleteFirebaseHeartbeats(): void {
  try {
    indexedDB.deleteDatabase('firebase-heartbeat-database')
  } catch {
    // Browsers without IndexedDB have no such database.
  }
}
