import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Offline } from '@brigade/contract/telemetry/offline.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { causeWords, confidenceWords } from './offline.text.ts'

/** The known facts grow while it is offline: others come back, it tries and is refused. */
const againMs = 60_000

/** Why one device is offline; asked for one, never for a list. `isAsked`: it is offline, as far as the page knows. */
export const useWhy = (kind: DeviceKind, id: string, isAsked: boolean) =>
  useQuery({
    ...ask(telemetryCalls[kind].whyOffline, { id }, { quiet: true }),
    enabled: isAsked,
    refetchInterval: againMs,
  })

/** The sentence of a cause, how sure it is, and what to do. */
export function useCauseWords(): (why: Pick<Offline, 'cause' | 'confidence'>) => {
  said: string
  sure: string
  next: string
} {
  const locale = useLocale()
  return ({ cause, confidence }) => {
    const { said, ifPossible, next } = causeWords[cause]
    return {
      said: (confidence === 'possible' ? (ifPossible ?? said) : said)[locale],
      sure: confidenceWords[confidence][locale],
      next: next[locale],
    }
  }
}
