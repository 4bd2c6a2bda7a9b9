// Proposals for tests of the page.
import { buildTemplate } from '#test/sittings/schedules.ts'
import type { SentOwnProposal, SentWaitingProposal } from '../proposals-contract.ts'

const { id: _id, createdAt: _createdAt, version: _version, ...content } = buildTemplate(0, 'Seven lamps')

const proposal = {
  id: 3,
  proposedAt: '2026-11-21T18:00:00.000Z',
  version: 1,
  template: {
    ...content,
    description: 'A quiet walk.',
    duration: 12,
    difficulty: 'Intermediate',
    instructor: 'Ana Bell',
    sessionSteps: [{ number: 1, title: 'Ground', description: 'The floor beneath you.' }],
    mediaSeconds: 720,
  },
} satisfies Partial<SentOwnProposal>

export function ownProposal(more: Partial<SentOwnProposal> = {}): SentOwnProposal {
  return {
    ...proposal,
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
    template: { ...proposal.template, ...template },
    teacher: { id: 9, name: 'Ana Bell', mayHold: true },
    ...more,
  }
}
