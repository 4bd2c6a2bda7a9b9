// Whether the member is in a sitting on this page: prompts that can wait stay quiet then.

let isSittingActive = false

/** True when a sitting starts, false when it ends or the member leaves. */
export function setSitting(isNow: boolean): void {
  isSittingActive = isNow
}

/** Whether a sitting is active: from opening its screen until its video has ended. */
export function isSitting(): boolean {
  return isSittingActive
}
