// Errors of streams; the desk shows them to the teacher, and members see none.
import { defineErrors } from '#shared/errors.ts'
import { message } from '#shared/i18n/t.ts'

export const streamErrors = defineErrors({
  stream_not_yours: { status: 409, message: message('Someone else is speaking in this sitting.') },
  stream_too_early: {
    status: 409,
    message: message('You can send from an hour before the doors open.'),
  },
  stream_gap: { status: 409, message: message('This part isn’t the next one.') },
  stream_ended: { status: 409, message: message('This stream has ended.') },
  stream_key: { status: 403, message: message('This key lets no one publish under this name now.') },
  stream_format: { status: 400, message: message('This isn’t a part of a video or sound in MP4.') },
})
