// The offline page, which the worker keeps in the language of the last page.

/** Its path, in the cache and on the server. */
export const offlinePage = '/offline'
