// Activity log: changes of templates.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, message } from '#shared/i18n/t.ts'
import { formatBlockLine } from './block-lines.ts'
import { difficultyLabels } from './rules.ts'

export const templateActivities = defineActivities({
  target: {
    type: 'template',
    label: message('Templates'),
    nameOf: (label, { after }) =>
      typeof after?.['imported'] === 'number'
        ? t('{count, plural, one {# template} other {# templates}}', { count: after['imported'] })
        : label,
  },
  fields: {
    ids: { isHidden: true },
    imported: { label: message('Imported') },
    titles: { label: message('Titles') },
    title: { label: message('Title') },
    description: { label: message('Description') },
    instructor: { label: message('Instructor') },
    instructorTitle: { label: message('Instructor title') },
    difficulty: { label: message('Difficulty'), values: difficultyLabels },
    duration: { label: message('Duration'), format: 'minutes' },
    kind: {
      label: message('Plays'),
      values: { video: message('Video'), silence: message('Silence'), live: message('Live') },
    },
    blocks: { label: message('Blocks'), formatItem: formatBlockLine },
    liveSource: {
      label: message('Live from'),
      values: { here: message('this site'), elsewhere: message('elsewhere, by a link') },
    },
    bellBy: {
      label: message('Bell'),
      values: { clock: message('by the clock'), teacher: message('by the teacher') },
    },
    pictureInSharing: { label: message('The picture stays for the sharing') },
    meetingUrl: { label: message('Meeting link') },
    videoUrl: { label: message('Video') },
    thumbnailUrl: { label: message('Thumbnail') },
    captionsUrl: { label: message('Captions') },
    audioUrl: { label: message('Audio') },
    sessionSteps: { label: message('Steps') },
    translations: { label: message('In other languages') },
    mediaSeconds: { label: message('Media seconds') },
    keepsTempo: { label: message('Keeps tempo') },
    megabytes: { label: message('Megabytes') },
    proposedBy: { label: message('Proposed by'), format: 'member' },
  },
  kinds: {
    create: {
      label: message('Template created'),
      sentence: (names) => t('{actor} created the template {target}', names),
    },
    update: {
      label: message('Template edited'),
      sentence: (names) => t('{actor} edited the template {target}', names),
    },
    archive: {
      label: message('Template deleted'),
      sentence: (names) => t('{actor} deleted the template {target}', names),
    },
    duplicate: {
      label: message('Template duplicated'),
      sentence: (names) => t('{actor} duplicated a template as {target}', names),
    },
    import: {
      label: message('Templates imported'),
      sentence: (names) => t('{actor} imported {target}', names),
    },
    publish: {
      label: message('Proposal published'),
      sentence: (names) => t('{actor} published the proposed template {target}', names),
    },
    decline: {
      label: message('Proposal declined'),
      namedMember: ({ after, findMember }) => findMember(after?.['proposedBy']),
      sentence: (names) => t('{actor} declined a template that {target} proposed', names),
    },
  },
})
