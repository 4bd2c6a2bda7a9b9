// Texts in tests are English without a reader, formatted as the server does.
import { startReaders } from '#server/language/reader.ts'

startReaders()
