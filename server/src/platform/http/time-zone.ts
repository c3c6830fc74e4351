const known = new Map<string, boolean>()
/** More than the number of zones; invented names must not fill memory. */
const mostKnown = 2000

/** Whether a name is a time zone of the IANA database. */
export function isZone(name: string): boolean {
  const kept = known.get(name)
  if (kept !== undefined) return kept
  let is: boolean
  try {
    is = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    is = false
  }
  if (known.size >= mostKnown) known.clear()
  known.set(name, is)
  return is
}

/** The zone in a client's header; UTC if it names none that exists. */
export function timeZoneIn(header: string | string[] | undefined): string {
  const name = typeof header === 'string' ? header.trim() : ''
  return /^[A-Za-z][\w+/-]{0,60}$/.test(name) && isZone(name) ? name : 'UTC'
}
