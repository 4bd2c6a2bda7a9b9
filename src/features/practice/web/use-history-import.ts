// The steps of an import: read a file, preview it, choose the order of its dates, import it.
import { useState } from 'react'
import type { DateOrder } from '#shared/file-dates.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { readTableFile } from '#web/table-file.ts'
import { useCallMutation } from '#web/use-call.ts'
import { useLatest } from '#web/use-latest.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { practiceCalls, practiceFileMaxBytes, type ImportSummary } from '../contract.ts'

interface ImportState {
  text: string
  /** Of a chosen file; null for pasted text. */
  fileName: string | null
  /** Null before the preview. */
  summary: ImportSummary | null
  dateOrder: DateOrder | null
  failure: string | null
}

const atStart: ImportState = { text: '', fileName: null, summary: null, dateOrder: null, failure: null }

export function useHistoryImport(onImported: (summary: ImportSummary) => void) {
  const [state, setState] = useState(atStart)
  const { text, dateOrder } = state
  const patch = (change: Partial<ImportState>) => setState((before) => ({ ...before, ...change }))
  // An earlier file goes, as it isn't the chosen one; pasted text stays.
  const refuseFile = (failure: string) =>
    setState((before) => ({ ...(before.fileName === null ? before : atStart), failure }))
  const preview = useCallMutation(practiceCalls.previewImport)
  const change = useCallMutation(practiceCalls.importPractice, {
    refetch: [practiceCalls.imports],
    evict: [practiceCalls.practice],
  })
  const beginReading = useLatest()
  /** The history is another one now: a reading that is under way brings nothing. */
  const begin = () => {
    preview.reset()
    return beginReading()
  }
  const read = async (content: string, order: DateOrder | null) => {
    const isLast = begin()
    patch({ failure: null })
    try {
      const summary = await preview.mutateAsync({ body: fileOf(content, order) })
      if (isLast()) patch({ summary, dateOrder: order })
    } catch (error) {
      logFailure('The history was not read.', error)
      if (isLast()) patch({ failure: objectionOf(error, t('The history wasn’t read. Please try again.')) })
    }
  }
  const send = useSubmitGuard(async (withSettings: boolean) => {
    patch({ failure: null })
    try {
      onImported(await change.mutateAsync({ body: { ...fileOf(text, dateOrder), withSettings } }))
    } catch (error) {
      logFailure('The history was not imported.', error)
      patch({ failure: objectionOf(error, t('The history wasn’t imported. Please try again.')) })
    }
  })
  return {
    ...state,
    isReading: preview.isPending,
    isImporting: change.isPending,
    setText: (typed: string) => {
      begin()
      setState({ ...atStart, text: typed })
    },
    readFile: async (file: File) => {
      const isLast = begin()
      // UTF-16 has two bytes for most characters; the server measures the text.
      if (file.size > 2 * practiceFileMaxBytes)
        return refuseFile(t('{name} is too large to import.', { name: file.name }))
      const { text: content, error } = await readTableFile(file)
      if (!isLast()) return
      if (error !== null) return refuseFile(error)
      setState({ ...atStart, text: content, fileName: file.name })
      return read(content, null)
    },
    preview: () => read(text, null),
    chooseOrder: (order: DateOrder) => void read(text, order),
    send,
    back: () => patch({ summary: null, dateOrder: null, failure: null }),
  }
}

function fileOf(text: string, dateOrder: DateOrder | null) {
  return { text, ...(dateOrder === null ? {} : { dateOrder }) }
}
