// Activity log: changes of templates.
import { defineActivities } from '#features/activity/kinds.ts'

export const templateActivities = defineActivities({
  target: { type: 'template', label: 'Templates' },
  fields: {
    ids: { isHidden: true },
    duration: { format: 'minutes' },
    videoUrl: { label: 'Video' },
    thumbnailUrl: { label: 'Thumbnail' },
    captionsUrl: { label: 'Captions' },
    audioUrl: { label: 'Audio' },
    sessionSteps: { label: 'Steps' },
  },
  kinds: {
    create: { verb: 'created the template', label: 'Template created' },
    update: { verb: 'edited the template', label: 'Template edited' },
    archive: { verb: 'deleted the template', label: 'Template deleted' },
    duplicate: { verb: 'duplicated a template as', label: 'Template duplicated' },
    import: { verb: 'imported', label: 'Templates imported' },
  },
})
