// Content of the demo seed: meditation texts, members, their chat, and one member's energy entries.
import type { TemplateInput } from '#features/templates/contract.ts'
import { sampleSilences } from '#features/templates/sample-silences.ts'
import { sampleTemplate } from '#features/templates/sample-template.ts'

const [, sitWalkSit] = sampleSilences('Tobias Berg')

const sampleVideo = {
  duration: 3,
  videoUrl: '/media/still-water.mp4',
  captionsUrl: '/media/still-water.en.vtt',
  audioUrl: null,
  mediaSeconds: 168,
  keepsTempo: false,
  translations: {},
} satisfies Partial<TemplateInput>
const steps = (...titles: [string, string][]) =>
  titles.map(([title, description], index) => ({ number: index + 1, title, description }))

/** The demo's templates; the first is today's, one shows a YouTube link, and the last two are a silence and a live evening. */
export const demoTemplates: readonly TemplateInput[] = [
  sampleTemplate(),
  {
    ...sampleVideo,
    title: 'Walking the shoreline',
    description:
      'A meditation for people who would rather walk: heel, ball, toe, and the sound of water beside you.',
    difficulty: 'Beginner',
    thumbnailUrl: '/media/thumbnails/walking-the-shoreline.jpg',
    instructor: 'Tobias Berg',
    instructorTitle: 'Walking Meditation Guide',
    sessionSteps: steps(
      ['Stand', 'Feel the weight of the body on both feet.'],
      ['Walk', 'One step to each breath, then two.'],
      ['Stop', 'Stand still and listen to what goes on moving.'],
    ),
  },
  {
    ...sampleVideo,
    title: 'Seven lamps',
    description:
      'A quiet walk through the seven centers, from Root to Crown, lighting a small lamp in each of them.',
    difficulty: 'Intermediate',
    thumbnailUrl: '/media/thumbnails/seven-lamps.jpg',
    instructor: 'Lena Oduya',
    instructorTitle: 'Meditation Teacher',
    sessionSteps: steps(
      ['Ground', 'Root and Sacral: weight, warmth, the floor beneath you.'],
      ['Open', 'Solar Plexus, Heart and Throat: room for the breath.'],
      ['See', 'Third Eye and Crown: attention without an object.'],
    ),
  },
  {
    ...sampleVideo,
    title: 'Rain on the roof',
    description: 'Listening as a practice. Sounds come, sounds go; nothing has to be done about any of them.',
    difficulty: 'Beginner',
    thumbnailUrl: '/media/thumbnails/rain-on-the-roof.jpg',
    instructor: 'Mei Tanaka',
    instructorTitle: 'Sound Practitioner',
    sessionSteps: steps(
      ['Listen near', 'The breath, the body, the room.'],
      ['Listen far', 'The street, the weather, the sky.'],
      ['Listen to listening', 'Who hears all this?'],
    ),
  },
  {
    ...sampleVideo,
    title: 'The long exhale',
    description: 'Twice as long out as in. The oldest way to tell a tired body that the day is done.',
    difficulty: 'Intermediate',
    thumbnailUrl: '/media/thumbnails/the-long-exhale.jpg',
    instructor: 'Ravi Kapoor',
    instructorTitle: 'Breathwork Teacher',
    sessionSteps: steps(
      ['Notice', 'The breath as it is.'],
      ['Lengthen', 'Three in, six out; four in, eight out.'],
      ['Let go', 'Stop counting.'],
    ),
  },
  {
    ...sampleVideo,
    title: 'Night sky, open hand',
    description: 'For the end of a full week: set down what you carried, one thing at a time, and look up.',
    duration: 12,
    difficulty: 'Advanced',
    videoUrl: 'https://www.youtube.com/watch?v=inpok4MKVLM',
    captionsUrl: null,
    mediaSeconds: null,
    thumbnailUrl: '/media/thumbnails/night-sky-open-hand.jpg',
    instructor: 'Ana Ribeiro',
    instructorTitle: 'Meditation Teacher',
    sessionSteps: steps(
      ['Gather', 'Name what you are carrying.'],
      ['Open', 'Let the hand open with the out-breath.'],
      ['Look up', 'Rest in how large the sky is.'],
    ),
  },
  { ...sitWalkSit, instructorTitle: 'Walking Meditation Guide' },
  {
    kind: 'live',
    title: 'An evening with Ana',
    description: 'Ana is there: a short talk, a sit that she leads, and time for what you bring.',
    duration: 45,
    difficulty: 'Beginner',
    liveSource: 'elsewhere',
    meetingUrl: 'https://meet.example.org/evening-with-ana',
    thumbnailUrl: null,
    instructor: 'Ana Ribeiro',
    instructorTitle: 'Meditation Teacher',
    sessionSteps: [],
  },
]

/** Accounts that can sign in. */
export const demoAccounts = [
  { email: 'admin@example.com', name: 'Ada Lindqvist', isAdmin: true, isGardenAngel: false },
  { email: 'angel@example.com', name: 'Lena Oduya', isAdmin: false, isGardenAngel: true },
  { email: 'member@example.com', name: 'Maya Andersen', isAdmin: false, isGardenAngel: false },
] as const

/** Authors of chat messages, without an account to sign in with. */
export const demoGuests = ['Ana Ribeiro', 'Tobias Berg', 'Mei Tanaka', 'Ravi Kapoor'] as const

/** Today's chat messages, with their age at the time of the seed. */
export const demoChat: readonly { author: string; minutesAgo: number; text: string }[] = [
  {
    author: 'Ana Ribeiro',
    minutesAgo: 14,
    text: 'Good morning from Lisbon. Rain on the window, tea in hand.',
  },
  { author: 'Tobias Berg', minutesAgo: 13, text: 'Day 10 in a row. Thank you all for sitting with me.' },
  {
    author: 'Lena Oduya',
    minutesAgo: 11,
    text: 'Welcome. We begin softly; find a seat that lets your back be long.',
  },
  { author: 'Mei Tanaka', minutesAgo: 10, text: 'My shoulders dropped just reading that.' },
  { author: 'Ravi Kapoor', minutesAgo: 8, text: 'First time here. Glad I came.' },
]

/** Messages of yesterday that were reported since, with what the garden angel decided; null while they wait for it. */
export const demoReports = [
  {
    author: 'Tobias Berg',
    text: 'Could the newcomers please stop typing and just sit?',
    reporter: 'Ana Ribeiro',
    reason: 'unkind',
    note: '',
    reportedMinutesAgo: 90,
    decision: { by: 'Lena Oduya', sentence: 'We were all new once.', decidedMinutesAgo: 75 },
  },
  {
    author: 'Mei Tanaka',
    text: 'My singing bowls are half price this week. The link is in my profile.',
    reporter: 'Ana Ribeiro',
    reason: 'selling',
    note: 'For the second time.',
    reportedMinutesAgo: 25,
    decision: null,
  },
  {
    author: 'Tobias Berg',
    text: 'I have not slept for days. I do not know how to go on.',
    reporter: 'Mei Tanaka',
    reason: 'worrying',
    note: 'Could one of you write to him?',
    reportedMinutesAgo: 12,
    decision: null,
  },
] as const

/** How many days ago members without a referrer joined: before all the others. */
export const demoFirstJoinedDaysAgo = 60

/** How many days ago the administrator and the garden angel completed a sitting. */
export const demoModeratorsSatDaysAgo = 24

/** The referral code of the member with the most content; all the others get a random one. */
export const demoCode = { of: 'Maya Andersen', code: 'MAYA2026' } as const

interface DemoReferral {
  referrer: string
  friend: string
  joinedDaysAgo: number
  /**
   * When the friend first completed a sitting; null for friends who haven't yet, or whose days are in `demoEnergy`.
   */
  satDaysAgo: number | null
}

/** The demo's referrals, earliest first. */
export const demoReferrals: readonly DemoReferral[] = [
  { referrer: 'Lena Oduya', friend: 'Maya Andersen', joinedDaysAgo: 22, satDaysAgo: null },
  { referrer: 'Maya Andersen', friend: 'Ana Ribeiro', joinedDaysAgo: 17, satDaysAgo: 17 },
  { referrer: 'Maya Andersen', friend: 'Tobias Berg', joinedDaysAgo: 11, satDaysAgo: 9 },
  { referrer: 'Maya Andersen', friend: 'Mei Tanaka', joinedDaysAgo: 5, satDaysAgo: 4 },
  { referrer: 'Maya Andersen', friend: 'Ravi Kapoor', joinedDaysAgo: 0, satDaysAgo: null },
]

interface DemoDay {
  /** Levels as stored (1 to 8); null where none was recorded. */
  before: number | null
  after: number | null
  comment: string | null
  /** Minutes of the sitting; null for a day without a visit. */
  minutes: number | null
}

/** The member's last three weeks, oldest first: rising slowly, with falls and gaps. */
export const demoEnergy: readonly DemoDay[] = [
  { before: 2, after: 4, comment: 'Hard to sit still. Stayed anyway.', minutes: 11 },
  { before: 3, after: 4, comment: null, minutes: 12 },
  { before: 2, after: 5, comment: 'The long exhale does something.', minutes: 15 },
  { before: 4, after: null, comment: null, minutes: 8 },
  { before: 4, after: 3, comment: 'Cold room, short night.', minutes: 10 },
  { before: 4, after: 4, comment: 'Just as I came. That is fine too.', minutes: 14 },
  { before: 3, after: 6, comment: 'Warm hands, quiet head.', minutes: 18 },
  { before: null, after: null, comment: null, minutes: null },
  {
    before: 2,
    after: 5,
    comment: 'Came in wound up from the week. Left with room in my chest and words for it.',
    minutes: 24,
  },
  { before: 4, after: 6, comment: null, minutes: 20 },
  { before: 5, after: 4, comment: 'Old worries came up.', minutes: 17 },
  { before: 4, after: 6, comment: null, minutes: 21 },
  { before: 3, after: 6, comment: 'Sat by the window. Snow light.', minutes: 26 },
  { before: 5, after: 7, comment: null, minutes: 22 },
  // A late visit that only listened: it adds time, but no day to the history.
  { before: null, after: null, comment: null, minutes: 9 },
  { before: 4, after: 6, comment: 'Listened to the rain with everybody.', minutes: 28 },
  { before: 5, after: null, comment: null, minutes: 13 },
  { before: 4, after: 7, comment: 'Did not want it to end.', minutes: 40 },
  { before: 5, after: 7, comment: null, minutes: 25 },
  { before: 6, after: 8, comment: 'For a moment nothing was missing.', minutes: 36 },
  { before: 2, after: 6, comment: 'A heavy day, and then not.', minutes: 31 },
]
