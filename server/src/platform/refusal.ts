import type { TextKey, TextParams } from '@brigade/contract/catalogue.ts'

/**
 * The reason why a call is refused. It is the only error with words for a person; every other one is "not available"
 * and a line in the log.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly key: TextKey
  readonly params: unknown
  readonly details: RefusalDetails

  constructor(key: TextKey, params: unknown, details: RefusalDetails) {
    super(key)
    this.key = key
    this.params = params
    this.details = details
  }
}

export type RefusalDetails = Readonly<{
  /** The faulty fields, each with the key of its own words if they differ. */
  fields?: Readonly<Record<string, TextKey | TextRef>>
  reason?: 'expired' | 'invalid'
  retryAfterSeconds?: number
}>
/** Words with parameters at a field: `textRef('thingModel.outOfRange', { min, max })`. */
export type TextRef = Readonly<{ key: TextKey; params: unknown }>

export const textRef = <K extends TextKey>(key: K, params: TextParams<K>): TextRef => ({ key, params })

type Rest<K extends TextKey> =
  TextParams<K> extends undefined
    ? [params?: undefined, details?: RefusalDetails]
    : [params: TextParams<K>, details?: RefusalDetails]

/** Refuses: `refuse('session.locked', { minutes: 15 })`. A key without words in both languages does not compile. */
export function refuse<K extends TextKey>(key: K, ...[params, details]: Rest<K>): never {
  throw new Refusal(key, params, details ?? {})
}
