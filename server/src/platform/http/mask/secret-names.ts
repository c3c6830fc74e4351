import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { secretMark } from '@brigade/contract/field.ts'
import { z } from 'zod'

const known = new WeakMap<Endpoint, ReadonlySet<string>>()

/** The names of the input and output fields of a call that the contract marks as secret. */
export function secretNamesOf(endpoint: Endpoint): ReadonlySet<string> {
  const found = known.get(endpoint)
  if (found !== undefined) return found
  const names = new Set<string>()
  for (const schema of [endpoint.query, endpoint.body])
    collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), names)
  if (endpoint.reply.kind === 'json')
    collect(z.toJSONSchema(endpoint.reply.schema, { io: 'output', unrepresentable: 'any' }), names)
  known.set(endpoint, names)
  return names
}

/** Follows lists, unions and references to shared definitions. */
function collect(shape: unknown, names: Set<string>): void {
  if (typeof shape !== 'object' || shape === null) return
  for (const [key, inner] of Object.entries<unknown>({ ...shape })) {
    if (key === 'properties' && typeof inner === 'object' && inner !== null)
      for (const [name, property] of Object.entries<unknown>({ ...inner })) if (isMarked(property)) names.add(name)
    collect(inner, names)
  }
}

const isMarked = (shape: unknown): boolean =>
  typeof shape === 'object' &&
  shape !== null &&
  (Reflect.get(shape, secretMark) === true ||
    ['anyOf', 'oneOf', 'allOf'].some((key) => {
      const members: unknown = Reflect.get(shape, key)
      return Array.isArray(members) && members.some(isMarked)
    }))
