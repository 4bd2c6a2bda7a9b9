// The user of a screen's test, who types and clicks without pauses.
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'

/** Doesn't check `pointer-events`: a dialog that is just opening has them off for one render. */
export function setUpUser(options: { applyAccept?: boolean } = {}) {
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never, ...options })
}
