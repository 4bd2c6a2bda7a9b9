// The operator's commands that need no database.
import { expect, test } from 'vitest'
import { describeSettings } from './admin-command.ts'

test('[OPS-46] settings lists variables that are probably misspelled, and no others', () => {
  const { text, isValid } = describeSettings({ ADMIN_EMAIL: 'secret@b.example', HOME: '/root' })
  expect(text).toMatch(/\n\nADMIN_EMAIL isn't a setting and has no effect. Did you mean ADMIN_EMAILS\?$/)
  expect(text).not.toMatch(/HOME|secret/)
  expect(isValid).toBe(true)
})
