import { maskSecrets } from '../../telemetry/messages/mask-secrets.ts'
import { hexOf } from '../alink/readable-text.ts'

/** A payload as it is compared, stored and shown: what is not all text, as the hex of its bytes, without what is worth a secret. */
export function storedPayload(text: string): string {
  if (text.isWellFormed()) return text
  const masked = maskSecrets(text)
  return masked.isWellFormed() ? masked : hexOf(masked)
}
