/**
 * Names of time zones (IANA), checked as far as possible without a database. The server also asks PostgreSQL
 * (server/src/platform/zone).
 */

/**
 * A name with a place in it, or UTC. Others mean different clocks to different readers: `+08:00` is east of Greenwich to
 * a browser and west of it to PostgreSQL, and `IST` is India, Israel or Ireland.
 */
export const zoneShape: RegExp = /^(?:UTC|[A-Za-z][\w+-]*(?:\/[A-Za-z][\w+-]*)+)$/

/** The calendar of this browser or server knows the zone. It accepts names that it does not list itself. */
export function isIntlZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * Names that CLDR, and with it every browser, keeps for zones that the IANA database has renamed; and their present
 * names.
 */
const renamed = new Map(
  `Africa/Asmera Africa/Asmara, America/Buenos_Aires America/Argentina/Buenos_Aires,
  America/Catamarca America/Argentina/Catamarca, America/Cordoba America/Argentina/Cordoba,
  America/Jujuy America/Argentina/Jujuy, America/Mendoza America/Argentina/Mendoza, America/Coral_Harbour America/Atikokan,
  America/Indianapolis America/Indiana/Indianapolis, America/Louisville America/Kentucky/Louisville,
  America/Godthab America/Nuuk, Asia/Calcutta Asia/Kolkata, Asia/Katmandu Asia/Kathmandu, Asia/Rangoon Asia/Yangon,
  Asia/Saigon Asia/Ho_Chi_Minh, Atlantic/Faeroe Atlantic/Faroe, Europe/Kiev Europe/Kyiv,
  Pacific/Enderbury Pacific/Kanton, Pacific/Ponape Pacific/Pohnpei, Pacific/Truk Pacific/Chuuk`
    .split(/,\s*/)
    .map((pair): [string, string] => {
      const [former = '', today = ''] = pair.split(' ')
      return [former, today]
    }),
)
export const renamedZones: ReadonlyMap<string, string> = renamed
const former = new Map([...renamed].map(([before, today]) => [today, before]))

/** The name of today; a name that was never changed stays. */
export const todaysZone = (name: string): string => renamed.get(name) ?? name

/** The name for the calendar of an older browser, which may know a zone by its former name alone; UTC if by none. */
export function intlZone(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const found = [name, former.get(name)].find((one) => one !== undefined && isIntlZone(one)) ?? 'UTC'
  names.set(name, found)
  return found
}
/** Zones that a server sent: one or two. */
const names = new Map<string, string>()
