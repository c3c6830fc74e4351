import { maskSecrets } from '../../telemetry/messages/mask-secrets.ts'
import { hexOf } from '../alink/readable-text.ts'

/** The form in which a payload is compared, stored and shown: binary content as hex, and without secrets. */
export function storedPayload(text: string): string {
  if (text.isWellFormed()) return text
  const masked = maskSecrets(text)
  return masked.isWellFormed() ? masked : hexOf(masked)
}
