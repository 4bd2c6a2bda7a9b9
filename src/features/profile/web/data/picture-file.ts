// A chosen picture file, checked by its own first bytes, as the server does.
import { pictureFileError, pictureSignatureBytes, pictureTypeOf } from '../../rules.ts'

export type CheckedFile = { file: File; error: null } | { file: null; error: string }

/**
 * The file with the type of its content: the system often reports another type, or none. Without a valid picture,
 * the error message.
 */
export async function checkPictureFile(file: File): Promise<CheckedFile> {
  const type = pictureTypeOf(new Uint8Array(await file.slice(0, pictureSignatureBytes).arrayBuffer()))
  const error = pictureFileError(type, file.size)
  if (error !== null) return { file: null, error }
  return { file: type === file.type ? file : new File([file], file.name, { type: type ?? '' }), error }
}
