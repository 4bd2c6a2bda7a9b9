// Texts in tests are English, formatted as the server does.
import { startTexts } from '#server/language/texts.ts'

startTexts(() => 'en')
