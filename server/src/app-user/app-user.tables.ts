import type { MessageType } from '@brigade/contract/message/message.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { GeneratedAlways } from 'kysely'
import type { Table } from '../platform/db/database.ts'

export type BrakeKind = 'code' | 'bind-user' | 'bind-device' | 'contact'

declare module '../platform/db/database.ts' {
  interface Database {
    /**
     * End users of the phone app.
     * * `search`: Nickname and initials, folded.
     * * `phoneKey`: Keyed hashes of phone and e-mail, by which a whole address is found.
     * * `removedAt`: Erased: nothing of the person is left in the row.
     */
    appUser: Table<
      'appUser',
      {
        /** Kinds of messages that the person has disabled. */
        mutedTypes: MessageType[]
        /** Maintained by a trigger of the bindings. */
        hasDevice: GeneratedAlways<boolean>
      }
    >
    /** Sign-ins of people on phones. */
    appToken: Table<'appToken'>
    /**
     * The latest sign-in code of an address.
     * * `sealed`: Address and code, sealed, until they are sent.
     */
    appCode: Table<'appCode', { locale: Locale }>
    /** Codes of the whole installation; `refused`: those above its hourly limit. */
    appCodeCount: Table<'appCodeCount'>
    appBrake: Table<'appBrake'>
    appInvitation: Table<'appInvitation'>
    /** The person is removed from the row when erased. */
    appSearch: Table<'appSearch'>
    /** A day (UTC) with a call. */
    appUserDay: Table<'appUserDay'>
    appInstallation: Table<'appInstallation'>
    /** When a version was released: entered by people. */
    appVersion: Table<'appVersion'>
  }
}
