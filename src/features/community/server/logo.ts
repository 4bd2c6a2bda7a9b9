// The logo: an upload becomes PNG files of all the sizes in which it is shown.
import { createHash } from 'node:crypto'
import { pictureErrors } from '#features/profile/rules.ts'
import {
  reencodeUpload,
  type PictureOutput,
  type PictureWorkerPool,
} from '#features/profile/server/service.ts'
import { fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { logoKinds, type LogoKind } from '../logo.ts'
import { deleteLogoFilesExcept, insertLogoFiles } from './logo-sql.ts'

type LogoFiles = Readonly<Record<LogoKind, Buffer>>

/** `--bg` of the light theme, below icons that may not be transparent. */
const paper = '#faf7f3'
/** A mask may cut off a fifth on each side (W3C, Web Application Manifest). */
const safeMarginShare = 0.2

const icon = (edgePx: number, background: string | null = null, marginShare = 0): PictureOutput => ({
  widthPx: edgePx,
  heightPx: edgePx,
  marginPx: Math.round(edgePx * marginShare),
  background,
  isTight: false,
})

const outputs: Readonly<Record<LogoKind, PictureOutput>> = {
  logo: { widthPx: 512, heightPx: 128, marginPx: 0, background: null, isTight: true },
  'icon-32': icon(32),
  // Home screens of iOS show transparency as black.
  'icon-180': icon(180, paper, 0.1),
  'icon-192': icon(192),
  'icon-512': icon(512),
  'maskable-192': icon(192, paper, safeMarginShare),
  'maskable-512': icon(512, paper, safeMarginShare),
}

/** The largest rendition, from which the others are made: they don't read the untrusted upload. */
const master: PictureOutput = { widthPx: 1024, heightPx: 1024, marginPx: 0, background: null, isTight: true }

/** Renders an uploaded file. Throws `invalid` with the reason beside `logo`. */
export async function renderLogo(pictures: PictureWorkerPool, file: Buffer): Promise<LogoFiles> {
  const { content, error } = await reencodeUpload(pictures, file, master)
  if (error !== null) throw fieldError('logo', error)
  const files: [LogoKind, Buffer][] = []
  // One after the other: an upload takes one place of the pool, also when several are sent at once.
  for (const kind of logoKinds) {
    const rendition = await pictures.reencode(content, outputs[kind])
    if (rendition === null) throw fieldError('logo', pictureErrors.broken())
    files.push([kind, rendition])
  }
  return Object.fromEntries(files) as LogoFiles
}

/** Stores the renditions, and returns the logo's id; the same file has the same one. */
export async function storeLogo(tx: Executor, files: LogoFiles): Promise<string> {
  const logoId = createHash('sha256').update(files['icon-512']).update(files.logo).digest('hex')
  await insertLogoFiles(
    tx,
    logoKinds.map((kind) => ({ logoId, kind, content: files[kind] })),
  )
  return logoId
}

/** Deletes the files of logos that are neither shown nor restored by an undo. */
export function deleteOldLogos(tx: Executor, inUse: readonly (string | null | undefined)[]): Promise<void> {
  return deleteLogoFilesExcept(
    tx,
    inUse.filter((id) => typeof id === 'string'),
  )
}
