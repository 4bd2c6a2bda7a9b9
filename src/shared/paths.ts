// Paths that one feature declares and others name.

/** The path of today's meditation. The features that schedule days evict its response from the browser's cache. */
export const dailyMeditationPath = '/api/meditation/today'
