import { isRecord } from '@brigade/contract/thing-model/document-place.ts'
import { hexOf } from '../alink/readable-text.ts'

/** Topics with signatures of sub-devices, or of devices that register. */
const signedTopics =
  /\/(?:thing\/topo\/add|thing\/sub\/register|thing\/list\/found|combine\/(?:batch_)?login|register|regnwl)$/
const masked = '***'

/** Signatures occur in the message itself, in a list of devices, or in a list within it, and no deeper. */
function withoutSigns(value: unknown, depth: number): unknown {
  if (depth > 4) return null
  if (Array.isArray(value)) return value.map((each: unknown) => withoutSigns(each, depth + 1))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name.toLowerCase() === 'sign' ? masked : withoutSigns(each, depth + 1),
    ]),
  )
}

/**
 * Removes signatures from a message before it is stored and shown, because most of them stay valid for ever and through any gateway. An
 * unreadable message is cut where a signature may begin.
 */
export function maskSigns(topic: string, payload: string): string {
  if (!signedTopics.test(topic)) return payload
  try {
    return JSON.stringify(withoutSigns(JSON.parse(payload), 0))
  } catch {
    return payload.replace(/("[^"]{0,24}ign[^"]{0,4}"\s*:)[^]*$/i, `$1"${masked}`)
  }
}

/** A payload as it is compared, stored and shown: what is not all text, as the hex of its bytes. */
export function storedPayload(topic: string, text: string): string {
  if (text.isWellFormed()) return text
  const masked = maskSigns(topic, text)
  return masked.isWellFormed() ? masked : hexOf(masked)
}
