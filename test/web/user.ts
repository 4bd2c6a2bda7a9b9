// The user of a screen's test, who types and clicks without pauses.
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'

/** Keys with names stand in brackets: '{Enter}'. */
const longPlainText = /^[^[\]{}\n]{4,}$/

/**
 * Doesn't check `pointer-events`: a dialog that is just opening has them off for one render. Enters plain text as phones
 * do: its first and its last letter by a key, and what is between them at once. Each key renders a whole form.
 */
export function setUpUser(options: { applyAccept?: boolean } = {}) {
  const user = userEvent.setup({
    delay: null,
    pointerEventsCheck: PointerEventsCheckLevel.Never,
    ...options,
  })
  const typeByKeys = user.type
  const type: typeof typeByKeys = async (element, text, typing) => {
    if (typing || !longPlainText.test(text)) return typeByKeys(element, text, typing)
    await typeByKeys(element, text.slice(0, 1))
    await user.paste(text.slice(1, -1))
    await user.keyboard(text.slice(-1))
  }
  return { ...user, type }
}
