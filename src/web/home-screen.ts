// The home screen of Apple's phones and tablets.

/**
 * Whether the page is open in a browser of an iPhone or iPad, not as an app of its home screen. Apple's browsers fire
 * no prompt event to install it; only they expose `navigator.standalone`.
 */
export function isOutsideHomeScreen(): boolean {
  return 'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1
}
