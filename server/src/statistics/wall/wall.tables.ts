import type { Table } from '../../platform/db/database.ts'

declare module '../../platform/db/database.ts' {
  interface Database {
    /** The settings of an organisation's data wall; an empty value means the setting of the organisation above. */
    wallSetting: Table<'wallSetting'>
    /** A link that shows the data wall of one organisation to its holder. */
    wallLink: Table<'wallLink'>
  }
}
