import { indentJson } from '../../ui/json-text/indent-json.ts'

/** A payload appears as JSON, as text or as a hex dump. */
export type Shown = { kind: 'json' | 'text'; text: string } | { kind: 'hex'; text: string; bytes: number }

const isRaw = (topic: string): boolean => /\/model\/(up|down)_raw(_reply)?$/.test(topic)
const isHex = (payload: string): boolean => /^([0-9a-f]{2})*$/i.test(payload)

/**
 * Formats a payload: JSON with its structure, raw bytes as rows of sixteen with their offset, anything else unchanged.
 */
export function shownPayload(topic: string, payload: string): Shown {
  if (isRaw(topic) && isHex(payload)) return { kind: 'hex', text: hexRows(payload), bytes: payload.length / 2 }
  try {
    return { kind: 'json', text: indentJson(payload) }
  } catch {
    return { kind: 'text', text: payload }
  }
}

function hexRows(payload: string): string {
  const bytes = payload.toLowerCase().match(/../g) ?? []
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
    const place = (row * 16).toString(16).padStart(4, '0')
    return `${place}  ${bytes.slice(row * 16, row * 16 + 16).join(' ')}`
  }).join('\n')
}
