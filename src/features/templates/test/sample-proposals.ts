// Proposals for tests of the page.
import type { SentOwnProposal, SentWaitingProposal } from '../proposals-contract.ts'

const proposal = {
  id: 3,
  proposedAt: '2026-11-21T18:00:00.000Z',
  version: 1,
  template: {
    title: 'Seven lamps',
    description: 'A quiet walk.',
    duration: 12,
    difficulty: 'Intermediate',
    kind: 'video',
    blocks: null,
    liveSource: null,
    bellBy: null,
    pictureInSharing: false,
    meetingUrl: null,
    videoUrl: '/media/still-water.mp4',
    thumbnailUrl: null,
    captionsUrl: null,
    translations: {},
    audioUrl: null,
    instructor: 'Ana Bell',
    instructorTitle: 'Teacher',
    sessionSteps: [{ number: 1, title: 'Ground', description: 'The floor beneath you.' }],
    mediaSeconds: 720,
    keepsTempo: false,
    megabytes: null,
  },
} as const satisfies Partial<SentOwnProposal>

export function ownProposal(more: Partial<SentOwnProposal> = {}): SentOwnProposal {
  return {
    ...proposal,
    template: { ...proposal.template, sessionSteps: [...proposal.template.sessionSteps] },
    state: 'waiting',
    sentence: null,
    decidedAt: null,
    isSeen: false,
    ...more,
  }
}

export function waitingProposal(
  more: Partial<SentWaitingProposal> = {},
  template: Partial<SentWaitingProposal['template']> = {},
): SentWaitingProposal {
  return {
    ...proposal,
    template: { ...proposal.template, sessionSteps: [...proposal.template.sessionSteps], ...template },
    teacher: { id: 9, name: 'Ana Bell', mayHold: true },
    ...more,
  }
}
