import { z } from 'zod'
import type { Words } from './locale.ts'

/**
 * One call is one object: method, path, access, input and output. Everything else is derived from it (architecture.md "One call, one
 * object").
 */

/**
 * `public`: anyone. `signed-in`: any account. `app`: any app user, by a token that opens nothing else, as no account's token opens
 * these. Otherwise one operation code, `domain:verb`, that a menu row carries.
 */
export type Access = 'public' | 'signed-in' | 'app' | `${string}:${string}`

/** Kind of a reply: a JSON value of a shape, a file, or a stream of live events of a shape. */
export type JsonReply<R extends z.ZodType = z.ZodType> = { readonly kind: 'json'; readonly schema: R }
export type FileReply = { readonly kind: 'file'; readonly mediaTypes: readonly string[] }
export type LiveReply<R extends z.ZodType = z.ZodType> = { readonly kind: 'live'; readonly schema: R }
export type Reply = JsonReply | FileReply | LiveReply

/**
 * The format of a body: JSON (a form-encoded body is accepted instead), or multipart with one file in the field `file`.
 */
export type BodyKind = 'none' | 'json' | 'upload'

export type Endpoint<
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends Reply = Reply,
  K extends BodyKind = BodyKind,
> = Readonly<{
  domain: string
  name: string
  method: 'GET' | 'POST'
  /** The path of spec 7, with `/api` in front. */
  path: string
  access: Access
  /** Summary of the call, for the OpenAPI document and the operation log. */
  summary: Words
  /** Further text for the OpenAPI document: units, limits, the place of the rule. */
  description?: string | undefined
  query: Q
  body: B
  bodyKind: K
  reply: R
  /** Upload only: largest accepted file. */
  maxBytes?: number | undefined
  /** Upload only: a file of more bytes is passed on as a stream; fields after it are then not read. */
  streamsOver?: number | undefined
  /**
   * Writes are recorded in the operation log unless this is false (streams of keystrokes, refreshes). A GET is recorded only if it is true.
   */
  log?: boolean | undefined
  /**
   * Operation codes that some inputs need beside `access`, because the call then does what these guard, with the words
   * for each (0126). `requireAlso` checks them.
   */
  also?: Readonly<Record<string, Words>> | undefined
  /** Other domains with reads that become stale by a write of this call (stale-domains.ts). */
  alsoStale?: readonly string[] | undefined
  /** Stays open to a person who still has the preset password; all other calls are closed to them. */
  openToPreset?: boolean | undefined
  /** Calls about one's own account (domain `session`) that stay available in the opened console of another organisation. */
  inOpened?: true | undefined
  /** Also open to the holder of a wall link, who has no account and may do nothing else. */
  openToLinks?: true | undefined
  /**
   * False for calls that a console makes by itself: they are no use of the console, so they do not prolong the session.
   */
  prolongs?: false | undefined
  /** Calls a minute from one address, for calls worth guarding (sign-in, captcha, password checks). */
  perMinute?: number | undefined
}>

/** Whether a call leaves a line in the operation log. */
export const isLogged = ({ log, method }: Pick<Endpoint, 'log' | 'method'>): boolean => log ?? method === 'POST'

export type InputOf<E extends Endpoint> = {
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** Input as the caller writes it: fields with a default may be omitted. */
export type RequestOf<E extends Endpoint> = E['bodyKind'] extends 'none' ? z.input<E['query']> : z.input<E['body']>
export type ReplyOf<E extends Endpoint> = E['reply'] extends { schema: infer S extends z.ZodType } ? z.output<S> : never

/**
 * Whether a call is there in the console of another organisation, which is not a place for the own profile, password
 * and sessions.
 */
export const isInOpened = ({ domain, inOpened }: Pick<Endpoint, 'domain' | 'inOpened'>): boolean =>
  domain !== 'session' || inOpened === true

/**
 * Whether a call belongs to the phone app. Its writes are recorded in the app log, and it has a document of its own.
 */
export const isOfApp = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/api/app/')

/** No query, no body, no data. */
export const noInput = z.strictObject({})
export const nothing = z.null()

type Named = 'domain' | 'name'
type Draft<E extends Endpoint, A extends Access = Access> = Omit<E, Named | 'access'> & { readonly access: A }
type Common<A extends Access> = Pick<
  Endpoint,
  | 'summary'
  | 'description'
  | 'log'
  | 'openToPreset'
  | 'inOpened'
  | 'openToLinks'
  | 'perMinute'
  | 'alsoStale'
  | 'prolongs'
> & {
  access: A
}
type Also = Readonly<Record<string, Words>>

/** A read. Input is its query. */
export function get<Q extends z.ZodType, R extends z.ZodType, const A extends Access>(
  path: string,
  options: Common<A> & { query: Q; reply: R },
): Draft<Endpoint<Q, typeof noInput, JsonReply<R>, 'none'>, A> {
  return { ...options, method: 'GET', path: `/api${path}`, body: noInput, bodyKind: 'none', reply: json(options.reply) }
}

/** A write. Input is its body. */
export function post<
  B extends z.ZodType,
  R extends z.ZodType,
  const A extends Access,
  const L extends Also | undefined = undefined,
>(
  path: string,
  options: Common<A> & { body: B; reply: R; also?: L },
): Draft<Endpoint<typeof noInput, B, JsonReply<R>, 'json'>, A> & { readonly also: L } {
  const { also, ...rest } = options
  return {
    ...rest,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- without it L is undefined
    also: also as L,
    method: 'POST',
    path: `/api${path}`,
    query: noInput,
    bodyKind: 'json',
    reply: json(options.reply),
  }
}

/** A read that answers a file. */
export function download<Q extends z.ZodType, const A extends Access>(
  path: string,
  options: Common<A> & { query: Q; mediaTypes: readonly string[] },
): Draft<Endpoint<Q, typeof noInput, FileReply, 'none'>, A> {
  const { mediaTypes, ...rest } = options
  return {
    ...rest,
    method: 'GET',
    path: `/api${path}`,
    body: noInput,
    bodyKind: 'none',
    reply: { kind: 'file', mediaTypes },
  }
}

/** A write that carries one file, multipart, field `file`; `body` is the shape of the other form fields. */
export function upload<B extends z.ZodType, R extends z.ZodType, const A extends Access>(
  path: string,
  options: Common<A> & { body: B; reply: R; maxBytes: number; streamsOver?: number },
): Draft<Endpoint<typeof noInput, B, JsonReply<R>, 'upload'>, A> {
  return {
    ...options,
    method: 'POST',
    path: `/api${path}`,
    query: noInput,
    bodyKind: 'upload',
    reply: json(options.reply),
  }
}

/** A stream of server-sent events, each of the shape given. */
export function live<Q extends z.ZodType, R extends z.ZodType, const A extends Access>(
  path: string,
  options: Common<A> & { query: Q; event: R },
): Draft<Endpoint<Q, typeof noInput, LiveReply<R>, 'none'>, A> {
  const { event, ...rest } = options
  return {
    ...rest,
    method: 'GET',
    path: `/api${path}`,
    body: noInput,
    bodyKind: 'none',
    reply: { kind: 'live', schema: event },
  }
}

const json = <R extends z.ZodType>(schema: R): JsonReply<R> => ({ kind: 'json', schema })

/** The calls of one domain, each named by its key. */
export function endpoints<const D extends string, const T extends Readonly<Record<string, Draft<Endpoint>>>>(
  domain: D,
  table: T,
) {
  const entries = Object.entries(table).map(([name, draft]) => [name, { ...draft, domain, name }])
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each entry is the table's own, with its two names added
  return Object.fromEntries(entries) as { readonly [K in keyof T]: T[K] & { domain: D; name: K } }
}
