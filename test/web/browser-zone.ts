// The time zone that the browser of a component test reports.
import { vi } from 'vitest'

/** Until `vi.restoreAllMocks`. Undefined is the response of an engine that doesn't know its zone. */
export function setBrowserZone(timeZone: string | undefined): void {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(
    Object.assign(options, { timeZone }),
  )
}
