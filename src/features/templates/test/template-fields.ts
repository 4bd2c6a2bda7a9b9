// By hand: the fields of a template in a response.

/** What a template holds, before it is one. */
export const contentFields = `
  audioUrl blocks[].kind blocks[].minutes blocks[].strokes captionsUrl description difficulty duration instructor
  instructorTitle bellBy liveSource pictureInSharing meetingUrl keepsTempo kind mediaSeconds megabytes.sound megabytes.video
  sessionSteps[].description sessionSteps[].number sessionSteps[].title
  thumbnailUrl title translations.de.captionsUrl translations.de.description
  translations.de.steps[].description translations.de.steps[].number translations.de.steps[].title
  translations.de.title translations.en.captionsUrl translations.en.description
  translations.en.steps[].description translations.en.steps[].number translations.en.steps[].title
  translations.en.title translations.es.captionsUrl translations.es.description
  translations.es.steps[].description translations.es.steps[].number translations.es.steps[].title
  translations.es.title translations.pt-BR.captionsUrl translations.pt-BR.description
  translations.pt-BR.steps[].description translations.pt-BR.steps[].number
  translations.pt-BR.steps[].title translations.pt-BR.title videoUrl`

/** The fields with a path before them, such as `[].`. */
export function fieldsUnder(path: string, fields: string): string {
  return fields
    .trim()
    .split(/\s+/)
    .map((field) => `${path}${field}`)
    .join(' ')
}
