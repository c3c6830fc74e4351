import { firmwareText } from '@brigade/contract/firmware/firmware.text.ts'
import { formatText, type TextEntry } from '@brigade/contract/text.ts'
import { useCallback } from 'react'
import { useLocale } from '../platform/locale.ts'

const entries: Readonly<Record<string, TextEntry | undefined>> = firmwareText

/** Why something cannot be done, from the key that the rules and the server name it with. */
export function useRefusalWords(): (key: string | null) => string | undefined {
  const locale = useLocale()
  return useCallback(
    (key) => {
      const entry = key === null ? undefined : entries[key]
      return entry === undefined ? (key ?? undefined) : formatText(entry, locale)
    },
    [locale],
  )
}
