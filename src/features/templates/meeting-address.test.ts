// Meetings and live streams that were pasted as a video; one table.
import { expect, it } from 'vitest'
import { meetingOf, meetingSentence } from './meeting-address.ts'

it.each([
  ['https://zoom.us/j/93412345678?pwd=abc#success', 'Zoom'],
  ['https://us02web.zoom.us/my/ana.sits', 'Zoom'],
  ['https://example-org.zoom.us/w/123', 'Zoom'],
  ['https://app.zoom.us/wc/123/join', 'Zoom'],
  ['https://zoom.us/meeting/register/tJAkc', 'Zoom'],
  ['https://www.zoomgov.com/j/1', 'Zoom'],
  ['https://meet.google.com/abc-defg-hij', 'Google Meet'],
  ['https://meet.google.com/lookup/sangha', 'Google Meet'],
  ['https://g.co/meet/sangha', 'Google Meet'],
  ['https://meet.jit.si/EveningSit', 'Jitsi'],
  ['https://meet.jit.si/sangha/EveningSit#config.x=1', 'Jitsi'],
  ['https://8x8.vc/sangha/evening', 'Jitsi'],
  ['https://jitsi.example.org/evening-sit', 'Jitsi'],
  ['https://meet.example.org/EveningSit/', 'Jitsi'],
  ['https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0', 'Microsoft Teams'],
  ['https://teams.microsoft.com/meet/123?p=x', 'Microsoft Teams'],
  ['https://teams.live.com/meet/9412345678901', 'Microsoft Teams'],
  ['https://bbb.example.org/b/ana-abc-def-ghi', 'BigBlueButton'],
  ['https://bbb.example.org/rooms/abc-def-ghi/join', 'BigBlueButton'],
  ['https://www.youtube.com/@sangha/live', 'YouTube'],
  ['https://www.youtube.com/channel/UC123/live', 'YouTube'],
  ['https://www.youtube.com/embed/live_stream?channel=UC123', 'YouTube'],
  ['https://m.youtube.com/live/inpok4MKVLM?feature=share', 'YouTube'],
])('[TEACH-13] %s is %s', (address, service) => {
  expect(meetingOf(address)).toMatchObject({ service, url: address })
})

it.each([
  ['', 'nothing'],
  ['/media/still-water.mp4', 'a file of this site'],
  ['https://cdn.stillwater.org/b/rain.mp4', 'a file'],
  ['https://meet.example.org/talks/rain.mp4', 'a file'],
  ['https://meet.example.org/rain.m3u8', 'a stream'],
  ['https://zoom.us/', 'a home page'],
  ['https://zoom.us/rec/share/abc', 'a recording'],
  ['https://notzoom.us/j/1', 'another site'],
  ['https://zoom.us.evil.net/j/1', 'another site'],
  ['https://meet.google.com/', 'a home page'],
  ['https://www.youtube.com/watch?v=inpok4MKVLM', 'a video'],
  ['https://www.youtube.com/@sangha', 'a channel'],
  ['https://youtu.be/inpok4MKVLM', 'a video'],
  ['not an address', 'a text'],
])('[TEACH-13] %s is %s, no meeting', (address) => {
  expect(meetingOf(address)).toBeNull()
})

it('[TEACH-13] a link over http or without a scheme becomes one by https', () => {
  for (const address of ['http://zoom.us/j/1', ' zoom.us/j/1 '])
    expect(meetingOf(address)?.url).toBe('https://zoom.us/j/1')
})

it('[TEACH-13] the sentence names it; a stream may be over, and play', () => {
  const sentenceOf = (address: string) => {
    const meeting = meetingOf(address)
    return meeting && meetingSentence(meeting)
  }
  expect(sentenceOf('https://zoom.us/j/1')).toBe(
    'This is a meeting on Zoom, not a video. A live template leads members there.',
  )
  expect(sentenceOf('https://www.youtube.com/@sangha/live')).toBe(
    'This is a live stream on YouTube, not a video. A live template leads members there.',
  )
  expect(sentenceOf('https://www.youtube.com/live/inpok4MKVLM')).toMatch(/^A live stream on YouTube\./)
})
