import type { CodesChange } from './codes-elsewhere.text.ts'
import type { WebhookDraft } from './target.model.ts'

type Webhook = Readonly<{ address: string; enabled: boolean; sendsCodes: boolean }>
type Wanted = Pick<WebhookDraft, 'address' | 'renewSecret' | 'enabled' | 'sendsCodes'>

/**
 * What of a change leads sign-in codes of the phone app elsewhere: nothing for a webhook that sent none and sends none.
 * One that is disabled counts too, because enabling it would be a smaller step than the change itself.
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
