// Pages and files whose path has a secret. Calls declare the same by `hasSecretPath`; queries are cut from every log.
// The proxies in `ops` log these paths up to the first parameter, which `test/gates/silent.test.ts` checks (T85).

export const calendarFeedPath = '/calendar/:token(^[\\w-]{22}$).ics'
export const unsubscribePath = '/unsubscribe/:token'
export const refusePath = '/refuse/:token'

export const secretPages: readonly string[] = [calendarFeedPath, unsubscribePath, refusePath]
