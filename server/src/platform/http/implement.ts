import type { Endpoint, InputOf, ReplyOf } from '@brigade/contract/endpoint.ts'
import type { AppCtx, Ctx, FileAnswer, PublicCtx, Upload } from './context.ts'

type AnswerOf<E extends Endpoint> = E['reply'] extends { kind: 'json' }
  ? ReplyOf<E>
  : E['reply'] extends { kind: 'file' }
    ? FileAnswer
    : AsyncIterable<ReplyOf<E>>

type Given<E extends Endpoint> = InputOf<E> &
  (E['bodyKind'] extends 'upload' ? { upload: Upload } : unknown) &
  (E['reply'] extends { kind: 'live' } ? { signal: AbortSignal } : unknown)

type CtxOf<E extends Endpoint> = E['access'] extends 'public' ? PublicCtx : E['access'] extends 'app' ? AppCtx : Ctx

/** One handler: the context first, then the input. A live call returns an async iterable at once. */
export type Handler<E extends Endpoint> = (
  ctx: CtxOf<E>,
  given: Given<E>,
) => E['reply'] extends { kind: 'live' } ? AnswerOf<E> : Promise<AnswerOf<E>> | AnswerOf<E>

export type Handlers<T extends Readonly<Record<string, Endpoint>>> = { readonly [K in keyof T]: Handler<T[K]> }

/** An endpoint with its handler, as the server mounts it; types were checked at its definition. */
export type Route = Readonly<{
  endpoint: Endpoint
  handler: (ctx: never, given: never) => unknown
}>

/** Calls that exist once for each of several keys, as for each kind of device, with the handlers of each key. */
export function implementEach<const K extends string, const T extends Readonly<Record<string, Endpoint>>>(
  apis: Readonly<Record<K, T>>,
  handlersOf: (key: K) => Handlers<T>,
): readonly Route[] {
  const keys: K[] = []
  for (const key in apis) keys.push(key)
  return keys.flatMap((key) => implement(apis[key], handlersOf(key)))
}

/** Joins calls and handlers: leaving one out, or answering the wrong shape, does not compile. */
export function implement<const T extends Readonly<Record<string, Endpoint>>>(
  api: T,
  handlers: Handlers<T>,
): readonly Route[] {
  return Object.entries(api).map(([name, endpoint]): Route => {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`${endpoint.domain}.${name} has no handler`)
    return { endpoint, handler }
  })
}
