// A chosen file, checked by its own first bytes, as the server does.

export type CheckedFile = { file: File; error: null } | { file: null; error: string }

/** The files that an upload accepts. */
export interface FileRules {
  /** So many bytes at its beginning give its type. */
  signatureBytes: number
  typeOf: (bytes: Uint8Array) => string | null
  /** Why a file of this type and size is rejected; null when it is accepted. */
  errorOf: (type: string | null, sizeBytes: number) => string | null
}

/**
 * The file with the type of its content: the system often reports another type, or none. Without a valid file, the error
 * message.
 */
export async function checkFile(file: File, rules: FileRules): Promise<CheckedFile> {
  const type = rules.typeOf(new Uint8Array(await file.slice(0, rules.signatureBytes).arrayBuffer()))
  const error = rules.errorOf(type, file.size)
  if (error !== null) return { file: null, error }
  return { file: type === file.type ? file : new File([file], file.name, { type: type ?? '' }), error }
}
