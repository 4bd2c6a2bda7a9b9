// The messages of the servers beside ours: texts of the same shape and length as ours.

/** A message of typical length. */
export const sampleMessageText = 'Thank you all for sitting together this morning. It was quiet and warm.'

const baseUser = {
  id: 4_711,
  name: 'Member Number 4711',
  profilePicture: `/media/${'0123456789abcdef'.repeat(4)}.jpg`,
}

export function message(text = sampleMessageText) {
  const user = { ...baseUser, isGardenAngel: false }
  const timestamp = new Date().toISOString()
  return { id: 123_456, message: text, timestamp, user, likes: 0 }
}

export function messageText() {
  return JSON.stringify({ type: 'new-message', message: message() })
}

export const initialText = JSON.stringify({ type: 'initial-messages', messages: [] })

/** The presence message: the online count and the members. */
export function countText(onlineCount, onlineUsers) {
  return JSON.stringify({ type: 'online-count-updated', onlineCount, onlineUsers })
}

/** A member as the others see them. */
export function sampleUser(id) {
  return { ...baseUser, id }
}
