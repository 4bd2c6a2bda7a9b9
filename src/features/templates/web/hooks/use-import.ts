// Import flow: parse the CSV, preview the rows, send them (TPL-14, TPL-18 to TPL-21).
import { useState } from 'react'
import { csvDelimiters, normalizeCsvText } from '#shared/csv-text.ts'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { validationIssuesOf, errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { readTableFile } from '#web/table-file.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { importPart, importWhenOnline } from '#web/use-lazy-import.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { templatesCalls } from '../../contract.ts'
import {
  isHeader,
  isValidRow,
  parseTemplateRows,
  withIssues,
  type CsvParseResult,
  type CsvRow,
} from '../../csv.ts'

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
    if (file.size > fileMaxBytes) return setFailure(t('{name} is too large to import.', { name: file.name }))
    const { text: content, error } = await readTableFile(file)
    if (error !== null) return setFailure(error)
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
    /** Leaves the invalid rows out, so that the others can be imported. */
    leaveOutInvalid: () => setRows((now) => now && now.filter(isValidRow)),
    /** Changes the minutes of the row with this number. */
    setMinutes: (number: number, duration: number) =>
      setRows(
        (now) =>
          now &&
          now.map((row) =>
            row.number === number ? { ...row, template: { ...row.template, duration } } : row,
          ),
      ),
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
      const result = await parseTemplateCsv(csv)
      if (result.kind === 'rows') setRows(result.rows)
      else setFailure(result.reason)
      if (result.kind === 'unparsable') showAdminErrorToast(adminMessages.parseCsvFailed)
    } catch (error) {
      logFailure('CSV parsing failed.', error)
      const message = errorMessageOf(error, adminMessages.parseCsvFailed)
      setFailure(message)
      showAdminErrorToast(message)
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
      showAdminErrorToast(adminMessages.importTemplatesFailed)
      setFailure(errorMessageOf(error, adminMessages.importTemplatesFailed))
      setRows(withIssues(rows, validationIssuesOf(error)))
    }
  })
  return { isImporting: change.isPending, send }
}

const loadParser = async () => (await import('papaparse')).default

/** Accepts what spreadsheets write: commas, semicolons or tabs, any line breaks, quoted or not. */
export async function parseTemplateCsv(text: string): Promise<CsvParseResult> {
  const { parse } = await importPart(() => importWhenOnline(loadParser))
  const lines = normalizeCsvText(text)
  const findsHeader = (delimiter: string) =>
    isHeader(parse<string[]>(lines.trimStart(), { delimiter, newline: '\n', preview: 1 }).data[0] ?? [])
  const delimiter = csvDelimiters.find(findsHeader) ?? ','
  const { data, errors } = parse<string[]>(lines, { delimiter, newline: '\n' })
  const result = parseTemplateRows(data)
  const quoteError = errors.find(({ type }) => type === 'Quotes')
  if (result.kind === 'unparsable' || !quoteError) return result
  const reason = t('Row {number} has an unclosed quotation mark.', { number: (quoteError.row ?? 0) + 1 })
  return { kind: 'unparsable', reason }
}
