// Activity log: changes of templates.
import { defineActivities } from '#features/activity/kinds.ts'
import { t, text } from '#shared/t.ts'
import { difficultyLabels } from './rules.ts'

export const templateActivities = defineActivities({
  target: {
    type: 'template',
    label: text('Templates'),
    nameOf: (label, { after }) =>
      typeof after?.['imported'] === 'number'
        ? t('{count, plural, one {# template} other {# templates}}', { count: after['imported'] })
        : label,
  },
  fields: {
    ids: { isHidden: true },
    imported: { label: text('Imported') },
    titles: { label: text('Titles') },
    title: { label: text('Title') },
    description: { label: text('Description') },
    instructor: { label: text('Instructor') },
    instructorTitle: { label: text('Instructor title') },
    difficulty: { label: text('Difficulty'), values: difficultyLabels },
    duration: { label: text('Duration'), format: 'minutes' },
    videoUrl: { label: text('Video') },
    thumbnailUrl: { label: text('Thumbnail') },
    captionsUrl: { label: text('Captions') },
    audioUrl: { label: text('Audio') },
    sessionSteps: { label: text('Steps') },
    translations: { label: text('In other languages') },
    mediaSeconds: { label: text('Media seconds') },
    keepsTempo: { label: text('Keeps tempo') },
  },
  kinds: {
    create: {
      label: text('Template created'),
      sentence: (names) => t('{actor} created the template {target}', names),
    },
    update: {
      label: text('Template edited'),
      sentence: (names) => t('{actor} edited the template {target}', names),
    },
    archive: {
      label: text('Template deleted'),
      sentence: (names) => t('{actor} deleted the template {target}', names),
    },
    duplicate: {
      label: text('Template duplicated'),
      sentence: (names) => t('{actor} duplicated a template as {target}', names),
    },
    import: {
      label: text('Templates imported'),
      sentence: (names) => t('{actor} imported {target}', names),
    },
  },
})
