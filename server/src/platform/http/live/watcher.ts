import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { Refusal } from '../../refusal.ts'
import { admit, admitPerson } from '../access.ts'
import type { MountOptions } from '../mount-options.ts'
import type { Asked, Who } from '../who-asks.ts'

/**
 * Limit of live calls at once of an account in this process, more than anybody's tabs have: each costs memory, and work at
 * every change.
 */
export const maxStreams = 240

/** A wall link is open on many screens at once, and their streams share one picture. */
const maxLinkStreams = 500

/** Why a stream may not be read any more; `over` if there is no refusal, and another one may begin. */
export type Ended = Refusal | 'over'

/** The reader of a stream; `most` streams may share one key. */
export type Watcher = Readonly<{
  key: string
  most: number
  /** Undefined while it may be read. */
  ended: () => Ended | undefined | Promise<Ended | undefined>
}>

const endedBy = (error: unknown): Ended => (error instanceof Refusal ? error : 'over')
const goesOn = () => undefined

/**
 * The reader of the stream, and the check whether it may still be read. Watching is no activity: it neither prolongs
 * the session nor counts as use.
 */
export function watcherOf(
  { authenticate, authenticateApp }: Pick<MountOptions, 'authenticate' | 'authenticateApp'>,
  endpoint: Endpoint,
  { asked: { authorization, appHeader }, who: { caller, person } }: Readonly<{ asked: Asked; who: Who }>,
): Watcher {
  if (person !== undefined) {
    const header = { appHeader, counts: false }
    return {
      key: `app ${person.appUserId}`,
      most: maxStreams,
      ended: () => admitPerson(authorization, authenticateApp, header).then(goesOn, endedBy),
    }
  }
  if (caller === undefined) throw new Error(`${endpoint.domain}.${endpoint.name} is a stream for anybody`)
  let stillHolds = () => false
  return {
    ...(caller.linkId === undefined
      ? { key: caller.accountId, most: maxStreams }
      : { key: `link ${caller.linkId}`, most: maxLinkStreams }),
    ended: () =>
      stillHolds()
        ? undefined
        : admit(endpoint, authorization, authenticate, { prolong: false }).then((again) => {
            // The handler reads for the account that opened the stream: after a move to another organisation a new
            // stream is needed.
            if (again.caller.organisationId !== caller.organisationId) return 'over' as const
            ;({ stillHolds } = again)
            return undefined
          }, endedBy),
  }
}
