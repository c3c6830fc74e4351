/** Days of the statistics are texts, YYYY-MM-DD, in the zone of the installation's statistics. */

export const dayMs = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Days since 1970: the difference of two is how far they are apart. */
export const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)
