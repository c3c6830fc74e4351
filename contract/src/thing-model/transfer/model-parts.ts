import { isRecord } from '../document-place.ts'
import type { TslDocument } from './tsl.ts'

/** Keys of the parts of a function, which are present whatever a device asks for. */
const inner: readonly string[] = ['dataType', 'inputData', 'outputData']
const generated: readonly string[] = ['post', 'set', 'get']

/**
 * Answers a device's request for parts of its model (`thing/dynamicTsl/get`): only the requested keys of each function,
 * parameter and type, and generated functions only on request. A device with little memory asks for `type` and `identifier`,
 * and gets the names and types that it may report.
 */
export function partsOf(
  document: TslDocument,
  { nodes, addDefault = false }: Readonly<{ nodes?: readonly string[] | undefined; addDefault?: boolean | undefined }>,
): Record<string, unknown> {
  const wanted = nodes === undefined ? undefined : new Set(nodes)
  const functions = (list: readonly { identifier: string }[]) =>
    list.filter(({ identifier }) => addDefault || !generated.includes(identifier)).map((one) => part(one, wanted))
  return {
    ...document,
    properties: functions(document.properties),
    events: functions(document.events),
    services: functions(document.services),
  }
}

function part(value: unknown, wanted: ReadonlySet<string> | undefined): unknown {
  if (wanted === undefined) return value
  if (Array.isArray(value)) return value.map((item: unknown) => part(item, wanted))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
      if (inner.includes(key)) return [[key, part(entry, wanted)]]
      // The members of a structure, and the items of an array, are parts of the type itself.
      if (key === 'specs' && Array.isArray(entry)) return [[key, part(entry, wanted)]]
      if (key === 'specs' && isRecord(entry) && isRecord(entry['item']) && !wanted.has('specs'))
        return [[key, { item: part(entry['item'], wanted) }]]
      return wanted.has(key) ? [[key, entry]] : []
    }),
  )
}
