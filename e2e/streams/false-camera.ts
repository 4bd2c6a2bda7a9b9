// Chromium with a false camera and microphone, which a page gets without a question.
import { findBrowser } from '../browser.ts'

const chromium = await findBrowser()
const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

export const withFalseCamera = { launchOptions: { ...chromium, args: [...chromium.args, ...flags] } }
