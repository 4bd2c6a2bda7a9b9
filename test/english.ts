// Texts in tests are English without a viewer, formatted as the server does.
import { startI18n } from '#server/i18n/locale.ts'

startI18n()
