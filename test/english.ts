// Texts in tests are English, formatted as the server does.
import MessageFormat from '@messageformat/core'
import { setReader } from '#shared/t.ts'

const english = new MessageFormat('en')
const compiled = new Map<string, (args: Readonly<Record<string, unknown>>) => unknown>()

setReader({
  language: () => 'en',
  format: (text, args) => {
    const message = compiled.get(text) ?? english.compile(text)
    compiled.set(text, message)
    return String(message(args))
  },
})
