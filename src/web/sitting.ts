// Whether somebody sits at this page just now: what can wait doesn't speak up then.

let isSittingActive = false

/** Says that a sitting goes on, or that it is over or left. */
export function setSitting(isNow: boolean): void {
  isSittingActive = isNow
}

/** Whether a sitting goes on: from the moment its screen is open until its video has ended. */
export function isSitting(): boolean {
  return isSittingActive
}
