import type { MessageOutcome } from '@brigade/contract/device/device.model.ts'
import { valueReasons } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { useLocale } from '../../platform/locale.ts'
import { StateBadge, type StateShapeName, type StateTone } from '../../ui/icon/state-shape.tsx'
import { droppedReasons, modbusReasons, outcomeWords, topicWords } from './trace.text.ts'

const looks: Readonly<Record<MessageOutcome, { shape: StateShapeName; tone: StateTone }>> = {
  stored: { shape: 'completed', tone: 'ok' },
  partly: { shape: 'preheating', tone: 'warn' },
  answered: { shape: 'completed', tone: 'idle' },
  refused: { shape: 'error', tone: 'bad' },
  failed: { shape: 'error', tone: 'bad' },
  repeated: { shape: 'replaced', tone: 'idle' },
  unknown: { shape: 'error', tone: 'warn' },
  sent: { shape: 'standby', tone: 'idle' },
  acknowledged: { shape: 'completed', tone: 'ok' },
  lost: { shape: 'offline', tone: 'bad' },
}

/** What became of a message, as shape and word. */
export function OutcomeBadge({ outcome }: { outcome: MessageOutcome }) {
  return <StateBadge {...looks[outcome]} word={outcomeWords[outcome][useLocale()]} />
}

/** Why a field was dropped; a reason that is not known by a word stands as it came. */
export function sayReason(reason: string, locale: Locale): string {
  const known = valueReasons.find((one) => one === reason)
  return known === undefined ? (modbusReasons.get(reason)?.[locale] ?? reason) : droppedReasons[known][locale]
}

/** What messages of a topic are about; empty where it is none of the link's. */
export const sayTopic = (topic: string, locale: Locale): string =>
  topicWords.find(([pattern]) => pattern.test(topic))?.[1][locale] ?? ''

/** Every topic of a device begins with its own key and name: what differs comes after. */
export const shortTopic = (topic: string): string => topic.replace(/^\/(sys|ota|shadow|ext)\/(.*)$/, cut)
const cut = (whole: string, root: string, rest: string): string =>
  root === 'sys' ? `…/${rest.split('/').slice(2).join('/')}` : whole
