import type { CodesChange } from './codes-elsewhere.text.ts'
import type { WebhookDraft } from './target.model.ts'

type Webhook = Readonly<{ address: string; enabled: boolean; sendsCodes: boolean }>
type Wanted = Pick<WebhookDraft, 'address' | 'renewSecret' | 'enabled' | 'sendsCodes'>

/**
 * Returns the parts of a change that send the sign-in codes of the phone app elsewhere; none for a webhook that never
 * sends codes. A disabled webhook counts too, because otherwise two smaller changes could avoid the check.
 */
export function codesChanges(
  base: Webhook | undefined,
  { address, renewSecret, enabled, sendsCodes }: Wanted,
): readonly CodesChange[] {
  if (base === undefined) return sendsCodes ? ['add'] : []
  if (!base.sendsCodes && !sendsCodes) return []
  const all: readonly (CodesChange | false)[] = [
    !base.sendsCodes && 'begin',
    !sendsCodes && 'end',
    base.address !== address && 'address',
    renewSecret && 'secret',
    base.enabled !== enabled && (enabled ? 'enable' : 'disable'),
  ]
  return all.filter((change) => change !== false)
}

/** Whether sign-in codes go to it, as far as it depends on the webhook itself. */
export const sendsNow = ({ enabled, sendsCodes }: Pick<Webhook, 'enabled' | 'sendsCodes'>): boolean =>
  enabled && sendsCodes
