// Sequential upload of several pictures, with the state of each and retries.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { checkFile } from '#web/checked-file.ts'
import { objectionOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { queryKeyOf, useCallMutation } from '#web/use-call.ts'
import { picturesCalls, profileCalls } from '../../contract.ts'
import { pictureFileRules, pictureNameFromFile } from '../../rules.ts'
import { reducePicture } from '../data/crop-area.ts'

/** A file that the administrator chose for upload. */
export interface ChosenFile {
  id: number
  name: string
  file: File
  /** Object URL of the file. */
  preview: string
  state: 'waiting' | 'uploading' | 'done' | 'failed'
  /** The error message; null unless it failed. */
  error: string | null
}

export interface Upload {
  files: readonly ChosenFile[]
  /** Rejected files, one message each. */
  rejected: readonly string[]
  isUploading: boolean
  choose: (files: Iterable<File>) => Promise<void>
  remove: (id: number) => void
  /** Uploads the remaining files in sequence; a failure doesn't stop the others (PIC-04). */
  uploadAll: () => Promise<void>
  /** Finishes the current upload and skips the rest. */
  stop: () => void
}

/** The files of one upload dialog. Calls `onDone` when all are uploaded. */
export function useUpload(onDone: () => void): Upload {
  const { files, rejected, choose, remove, setFileState } = useChosenFiles()
  const { mutateAsync: uploadPicture } = useCallMutation(picturesCalls.uploadPicture, {
    keyPerInput: true,
    evict: [profileCalls.stockPictures],
  })
  const refetchPictures = useRefetchPictures()
  const [isUploading, setUploading] = useState(false)
  const isStopped = useRef(false)
  // Unmounting stops the upload after the current file.
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])
  const uploadFile = async ({ id, name, file }: ChosenFile): Promise<boolean> => {
    setFileState(id, 'uploading')
    try {
      await uploadPicture({ query: { name }, body: await reducePicture(file) })
      setFileState(id, 'done')
      return true
    } catch (error) {
      logFailure('A picture was not uploaded.', error)
      const failure = error instanceof Error ? error : new Error(String(error))
      setFileState(id, 'failed', objectionOf(failure, t('The upload failed.')))
      return false
    }
  }
  const uploadAll = async () => {
    isStopped.current = false
    setUploading(true)
    let [uploadedCount, failedCount] = [files.filter(({ state }) => state === 'done').length, 0]
    for (const entry of files.filter(({ state }) => state !== 'done')) {
      if (isStopped.current) break
      if (await uploadFile(entry)) uploadedCount += 1
      else failedCount += 1
    }
    setUploading(false)
    void refetchPictures()
    if (failedCount > 0) showAdminErrorToast(adminMessages.createPictureFailed)
    else if (uploadedCount > 0) toast({ title: adminMessages.picturesUploaded(uploadedCount) })
    if (failedCount === 0 && !isStopped.current) onDone()
  }
  const stop = () => {
    isStopped.current = true
  }
  return { files, rejected, isUploading, choose, remove, uploadAll, stop }
}

function useChosenFiles() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [rejected, setRejected] = useState<readonly string[]>([])
  const lastId = useRef(0)
  useRevokePreviewUrls(files)
  const choose = async (candidates: Iterable<File>) => {
    const named = Array.from(candidates, async (file) => ({
      name: file.name,
      ...(await checkFile(file, pictureFileRules)),
    }))
    const checked = await Promise.all(named)
    setRejected(checked.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`])))
    const accepted = checked.flatMap(({ file }) => (file === null ? [] : [toChosenFile(file)]))
    setFiles((before) => [...before, ...accepted])
  }
  const toChosenFile = (file: File): ChosenFile => {
    lastId.current += 1
    const preview = URL.createObjectURL(file)
    return {
      id: lastId.current,
      name: pictureNameFromFile(file.name),
      file,
      preview,
      state: 'waiting',
      error: null,
    }
  }
  const remove = (id: number) => setFiles((before) => before.filter((entry) => entry.id !== id))
  const setFileState = (id: number, state: ChosenFile['state'], error: string | null = null) =>
    setFiles((before) => before.map((entry) => (entry.id === id ? { ...entry, state, error } : entry)))
  return { files, rejected, choose, remove, setFileState }
}

/** Revokes the object URLs of files no longer shown. */
function useRevokePreviewUrls(files: readonly ChosenFile[]): void {
  const previews = useRef<readonly string[]>([])
  useEffect(() => {
    const shown = new Set(files.map(({ preview }) => preview))
    for (const preview of previews.current) if (!shown.has(preview)) URL.revokeObjectURL(preview)
    previews.current = [...shown]
  }, [files])
  useEffect(
    () => () => {
      for (const preview of previews.current) URL.revokeObjectURL(preview)
      previews.current = []
    },
    [],
  )
}

/** Called once after all uploads instead of after each: the list contains every thumbnail. */
function useRefetchPictures(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeyOf(picturesCalls.managedPictures, {}) })
}
