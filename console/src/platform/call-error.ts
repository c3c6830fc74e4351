import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { RefusalData } from '@brigade/contract/refusal.model.ts'

type Refused = Partial<RefusalData> & { status: number; code: number; message: string }

/** A call that did not succeed. `status` 0: it never reached the server or the answer never came. */
export class CallError extends Error {
  readonly status: number
  readonly code: number
  readonly key: string
  /** Messages at fields, by path. */
  readonly fields: Readonly<Record<string, string>>
  /** Message and field messages in each language. They are undefined if the server sent none; then those of this class apply. */
  readonly #words: Words | undefined
  readonly #fieldWords: Readonly<Record<string, Words>>
  readonly reason: 'expired' | 'invalid' | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(refused: Refused) {
    super(refused.message)
    this.name = 'CallError'
    this.status = refused.status
    this.code = refused.code
    this.key = refused.key ?? ''
    this.fields = refused.fields ?? {}
    this.#words = refused.words
    this.#fieldWords = refused.fieldWords ?? {}
    this.reason = refused.reason
    this.retryAfterSeconds = refused.retryAfterSeconds
  }

  /** Returns the message in the given language, because a person may switch the language while the message is on screen. */
  messageIn(locale: Locale): string {
    return this.#words?.[locale] ?? this.message
  }

  fieldIn(name: string, locale: Locale): string | undefined {
    return this.#fieldWords[name]?.[locale] ?? this.fields[name]
  }

  get isTransport(): boolean {
    return this.status === 0
  }
}
