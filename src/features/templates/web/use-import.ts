// Import flow: parse the CSV, preview the rows, send them (TPL-14, TPL-18 to TPL-21).
import { useState } from 'react'
import { adminMessages } from '#shared/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation, useSubmitGuard } from '#web/use-call.ts'
import { templatesCalls } from '../contract.ts'
import { withIssues, type CsvRow } from '../csv.ts'
import { parseCsv, decodeFileText } from './parse-csv.ts'

/** Above the server's limit. */
const fileMaxBytes = 2 * 1_048_576

interface Options {
  text: string
  onText: (text: string) => void
  onImported: () => void
}

export function useImport({ text, onText, onImported }: Options) {
  /** Null before the preview. */
  const [rows, setRows] = useState<readonly CsvRow[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { isParsing, read } = useCsvParsing(setRows, setFailure)
  const { isImporting, send } = useImportRequest(rows, setRows, setFailure)
  const readFile = async (file: File) => {
    if (file.size > fileMaxBytes) return setFailure(`${file.name} is too large to import.`)
    const content = await decodeFileText(file)
    onText(content)
    await read(content)
  }
  return {
    rows,
    failure,
    isParsing,
    isImporting,
    preview: () => read(text),
    readFile,
    send: () => send(onImported),
    back: () => {
      setRows(null)
      setFailure(null)
    },
    clearFailure: () => setFailure(null),
  }
}

type SetRows = (rows: readonly CsvRow[] | null) => void
type SetFailure = (failure: string | null) => void

function useCsvParsing(setRows: SetRows, setFailure: SetFailure) {
  const [isParsing, setParsing] = useState(false)
  const read = useSubmitGuard(async (csv: string) => {
    setParsing(true)
    setFailure(null)
    try {
      const result = await parseCsv(csv)
      if (result.kind === 'rows') setRows(result.rows)
      else setFailure(result.reason)
      if (result.kind === 'unparsable') toastError(adminMessages.parseCsvFailed)
    } catch (error) {
      logFailure('CSV parsing failed.', error)
      setFailure(adminMessages.parseCsvFailed)
      toastError(adminMessages.parseCsvFailed)
    } finally {
      setParsing(false)
    }
  })
  return { isParsing, read }
}

/** After a failure the rows stay, with the server's issues. */
function useImportRequest(rows: readonly CsvRow[] | null, setRows: SetRows, setFailure: SetFailure) {
  const change = useCallMutation(templatesCalls.importTemplates, { refetch: [templatesCalls.templates] })
  const send = useSubmitGuard(async (onImported: () => void) => {
    if (rows === null) return
    setFailure(null)
    try {
      const templates = rows.map(({ template }) => template)
      const { imported } = await change.mutateAsync({ body: { templates } })
      toast(adminMessages.templatesImported(imported))
      setRows(null)
      onImported()
    } catch (error) {
      logFailure('Template import failed.', error)
      toastError(adminMessages.importTemplatesFailed)
      setFailure(errorMessageOf(error, adminMessages.importTemplatesFailed))
      setRows(withIssues(rows, validationIssuesOf(error)))
    }
  })
  return { isImporting: change.isPending, send }
}

function toastError(description: string): void {
  toast({ title: adminMessages.error, description, variant: 'destructive' })
}
