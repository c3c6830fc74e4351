/** The time zones that may be chosen. `standsFor`: the name that is stored and used. */
export type TimeZoneTable = { name: string; standsFor: string }

declare module '../db/database.ts' {
  interface Database {
    timeZone: TimeZoneTable
  }
}
