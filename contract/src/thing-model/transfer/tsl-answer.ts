import { isRecord } from '../document-place.ts'

/** Answers of Alibaba's API and console have the thing model in these members, as an object or as JSON in a text. */
const wrappings = ['data', 'Data', 'TslStr', 'tslStr', 'ThingModelJson', 'thingModelJson', 'tsl', 'Tsl'] as const

/** A thing model has these members. */
const own = ['profile', 'productKey', 'properties', 'events', 'services'] as const

/** `{"Data":{"TslStr":"…"}}` has three layers, the text included; nobody writes more than twice as many. */
const deepest = 6

/**
 * The document in an answer that was saved whole: `{"code":200,"data":{…}}`, `{"Data":{"TslStr":"…"}}`, also as a text within a text. What
 * is no such answer stays as it is.
 */
export function unwrapAnswer(json: unknown): unknown {
  let inner = json
  for (let layer = 0; layer < deepest; layer += 1) {
    const next = within(inner)
    if (next === undefined) return inner
    inner = next
  }
  return json
}

function within(json: unknown): unknown {
  if (typeof json === 'string') return parsed(json)
  if (!isRecord(json) || own.some((key) => json[key] !== undefined)) return undefined
  const [found] = wrappings.flatMap((key) => {
    const value = json[key]
    const document = typeof value === 'string' ? parsed(value) : value
    return isRecord(document) || typeof document === 'string' ? [document] : []
  })
  return found
}

/** Undefined if the text contains neither an object nor a text that may contain one. */
function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isRecord(json) || typeof json === 'string' ? json : undefined
  } catch {
    return undefined
  }
}
