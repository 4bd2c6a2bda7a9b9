// Whether a key press belongs to an input method (Japanese, Chinese, Korean) rather than to the page.

/** A key event of the browser, or React's around one. */
type KeyPress = Pick<KeyboardEvent, 'isComposing' | 'keyCode'> | { readonly nativeEvent: KeyboardEvent }

/**
 * The keyCode of keys that an input method handles. Safari also reports it for the Enter that ends a composition,
 * where `isComposing` is false already.
 */
const composingKeyCode = 229

/**
 * True while Enter would choose a candidate and Escape would cancel the composition. Every handler of these keys asks
 * it first; the lint rule `composing-keys` checks that.
 */
export function isComposing(event: KeyPress): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  return key.isComposing || key.keyCode === composingKeyCode
}
