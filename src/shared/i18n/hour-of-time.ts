// Spanish and Portuguese say 'a la 1:00' but 'a las 2:00'. For a time {time}, a translation may ask for {timeHour}.

type Format<Shown> = (args: Readonly<Record<string, unknown>>) => Shown

/** The times whose hour a text asks for: 'time' for `{timeHour, plural, one {a la} other {a las}} {time}`. */
export function timesWithHour(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)Hour, plural,/g)].map(([, time = '']) => time))]
}

/** Gives a text's function the hours of these times, as `timeHour`; `format` reads them beside its other arguments. */
export function withHours<Shown>(times: readonly string[], format: Format<Shown>): Format<Shown> {
  if (times.length === 0) return format
  return (args) => {
    const hours = times.map((time) => [`${time}Hour`, hourOf(String(args[time]))] as const)
    return format({ ...args, ...Object.fromEntries(hours) })
  }
}

/** The hour that is read aloud in a time as it is written: 1 of '1:00', 13 of '13:00 en Berlín'. */
function hourOf(time: string): number {
  return Number.parseInt(/\d+/.exec(time)?.[0] ?? '', 10)
}
