// Paths that one feature declares and others name.

/** The path of today's meditation. The features that schedule days evict its response from the browser's cache. */
export const dailyMeditationPath = '/api/meditation/today'

/** The desk where the teacher of a live sitting speaks: a document with headers of its own. */
export function deskPath(sittingId: number): string {
  return `/teach/${sittingId}`
}

/** The sitting of a path in the spelling of {@link deskPath}; null for another path. */
export function sittingOfDesk(path: string): number | null {
  const [, id] = /^\/teach\/([1-9]\d{0,8})$/.exec(path) ?? []
  return id === undefined ? null : Number(id)
}
