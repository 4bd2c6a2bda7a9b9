// Texts in tests are English without a reader, formatted as the server does.
import { startReaders } from '#server/i18n/locale.ts'

startReaders()
