// Preloaded into our server, it shifts the clock, so that midnight comes when the benchmark needs it.
const shiftMs = Number(process.env['BENCH_CLOCK_SHIFT_MS'])
const RealDate = globalThis.Date

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs)
    else super(...args)
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}
