// Paths that one feature declares and others name.

/** The path of today's meditation. The features that plan days evict its answer from the browser's cache. */
export const dailyMeditationPath = '/api/meditation/today'
