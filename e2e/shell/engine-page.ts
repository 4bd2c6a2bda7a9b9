// A page in another engine: every action and every read waits for its element.
import { expect } from '@playwright/test'
import type { Engine } from './engine.ts'

/** Allows for a second engine on a loaded machine. */
const timeoutMs = 25_000

export const buttonXPath = (name: string) => `//button[@aria-label="${name}" or normalize-space()="${name}"]`
export const fieldXPath = (label: string) =>
  `//*[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`
export const headingXPath = (text: string) => `//h1[contains(., "${text}")] | //h2[contains(., "${text}")]`
export const textXPath = (text: string) => `//*[not(self::script)][text()[contains(., "${text}")]]`

/** The state of the first element of an XPath. */
type State = 'missing' | 'there' | 'visible' | 'pressable'

const states: readonly State[] = ['missing', 'there', 'visible', 'pressable']

export function enginePage(engine: Engine, url: string) {
  const evaluate = async (run: (xpath: string) => unknown, xpath = ''): Promise<unknown> =>
    JSON.parse(await engine.call(String(run), JSON.stringify([xpath])))
  const expectState = (xpath: string, matches: (state: State) => boolean, description: string) =>
    expect
      .poll(async () => matches((await evaluate(stateOf, xpath)) as State), {
        message: `${xpath} is ${description}`,
        timeout: timeoutMs,
      })
      .toBe(true)
  const waitForElement = (xpath: string, minimum: State = 'visible') =>
    expectState(xpath, (state) => states.indexOf(state) >= states.indexOf(minimum), minimum)
  return {
    open: (path: string) => engine.navigate(url + path),
    see: waitForElement,
    waitUntilMissing: (xpath: string) => expectState(xpath, (state) => state === 'missing', 'gone'),
    waitUntil: (matches: () => boolean) =>
      expect.poll(() => evaluate(matches), { message: String(matches), timeout: timeoutMs }).toBe(true),
    // The page may replace the element between the two; nothing was pressed then.
    click: async (xpath: string) =>
      expect(async () => {
        await waitForElement(xpath, 'pressable')
        await engine.click(xpath)
      }).toPass({ timeout: timeoutMs }),
    type: async (xpath: string, keys: string) => {
      await waitForElement(xpath)
      await engine.type(xpath, keys)
    },
  }
}

/** Runs in the page. */
function stateOf(xpath: string): State {
  const { singleNodeValue: element } = document.evaluate(
    xpath,
    document,
    null,
    XPathResult.FIRST_ORDERED_NODE_TYPE,
  )
  if (!(element instanceof HTMLElement)) return 'missing'
  if (!element.checkVisibility({ visibilityProperty: true })) return 'there'
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const isCovered = !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  return isCovered || element.matches(':disabled, [aria-busy=true]') ? 'visible' : 'pressable'
}
