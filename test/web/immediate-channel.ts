// A MessageChannel that delivers within the task that posts, in place of the browser's.

export class ImmediateChannel {
  port1 = Object.assign(new EventTarget(), { start: () => {}, close: () => {} })
  port2 = { postMessage: () => queueMicrotask(() => this.port1.dispatchEvent(new Event('message'))) }
}
