// The messages of the reference: texts of the same shape and length as ours.

/** A message of typical length. */
export const sampleMessageText = 'Thank you all for sitting together this morning. It was quiet and warm.'

export function messageText() {
  const user = {
    id: 4_711,
    name: 'Member Number 4711',
    profilePicture: `/media/${'0123456789abcdef'.repeat(4)}.jpg`,
    isGardenAngel: false,
  }
  const timestamp = new Date().toISOString()
  const message = { id: 123_456, message: sampleMessageText, timestamp, user, likes: 0 }
  return JSON.stringify({ type: 'new-message', message })
}

/** Bytes of the presence message of a large room: the count and the newest fifty members. */
export function presenceBytes() {
  const { id, name, profilePicture } = JSON.parse(messageText()).message.user
  const onlineUsers = Array.from({ length: 50 }, () => ({ id, name, profilePicture }))
  return JSON.stringify({ type: 'online-count-updated', onlineCount: 100_000, onlineUsers }).length
}

export const initialText = JSON.stringify({ type: 'initial-messages', messages: [] })

/** The presence message: the online count, without members. */
export function countText(onlineCount) {
  return JSON.stringify({ type: 'online-count-updated', onlineCount, onlineUsers: [] })
}
