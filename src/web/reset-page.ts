// Clears what a member leaves in the page: the next one may sign in without a reload (AUTH-26).

const listeners = new Set<() => void>()

/** Clears a member's state with `reset`, for as long as the page lasts. */
export function onResetPage(reset: () => void): void {
  listeners.add(reset)
}

/**
 * Called at each sign-out and each sign-in, also when 'Try again' may find another member. Choices of the device stay.
 * Drafts stay until a sign-out: a member whose session expired finds them again.
 */
export function resetPage(): void {
  for (const listener of listeners) listener()
}
