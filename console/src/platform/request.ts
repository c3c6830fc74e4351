import type { Endpoint } from '@brigade/contract/endpoint.ts'
import type { z } from 'zod'

/** What a caller writes: the query of a read, the body of a write; what has a default may be left out. */
export type RequestOf<E extends Endpoint> = E['bodyKind'] extends 'none' ? z.input<E['query']> : z.input<E['body']>
