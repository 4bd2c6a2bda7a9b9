// Permits for work that must all be done: several are taken at once, in the order of the requests. Work for clients waits in
// a semaphore, which is fair to addresses and refuses what it can't do soon.

/** `take` resolves once so many are free, which is at most `count`. */
export function createPermits(count: number) {
  let free = count
  const waiting: { wanted: number; resolve: () => void }[] = []
  const serve = (): void => {
    for (let next = waiting[0]; next && next.wanted <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.wanted
      next.resolve()
    }
  }
  return {
    take: (wanted: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ wanted, resolve })
        serve()
      }),
    release: (released: number) => {
      free += released
      serve()
    },
  }
}
