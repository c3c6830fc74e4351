import type { RefusalData } from '@brigade/contract/envelope.ts'

type Refused = Partial<RefusalData> & { status: number; code: number; message: string }

/** A call that did not succeed. `status` 0: it never reached the server or the answer never came. */
export class CallError extends Error {
  readonly status: number
  readonly code: number
  readonly key: string
  /** Messages at fields, by path. */
  readonly fields: Readonly<Record<string, string>>
  readonly reason: 'expired' | 'invalid' | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(refused: Refused) {
    super(refused.message)
    this.name = 'CallError'
    this.status = refused.status
    this.code = refused.code
    this.key = refused.key ?? ''
    this.fields = refused.fields ?? {}
    this.reason = refused.reason
    this.retryAfterSeconds = refused.retryAfterSeconds
  }

  get isTransport(): boolean {
    return this.status === 0
  }
}
