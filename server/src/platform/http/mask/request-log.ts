import type { FastifyBaseLogger } from 'fastify'

/**
 * The log of one request, whose lines carry the id of the request. It is created with the first line: most requests
 * write none, and pino masks the fields of each child, which takes more time than finding a route.
 */
export function requestLog<Log extends FastifyBaseLogger>(log: Log, bindings: object): Log {
  let own: FastifyBaseLogger | undefined
  return new Proxy(log, {
    get(_, name) {
      const value: unknown = Reflect.get(log, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        own ??= log.child({ ...bindings })
        const method: unknown = Reflect.get(own, name)
        return typeof method === 'function' ? Reflect.apply(method, own, args) : undefined
      }
    },
  })
}
