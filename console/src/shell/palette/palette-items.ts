import type { Words } from '@brigade/contract/locale.ts'
import type { IconName } from '../../ui/icon/outlines.ts'

export type PaletteItem = {
  key: string
  icon: IconName
  label: string
  /** Text on the right: the place, or the key. */
  note?: string
  /** An item either links to a page or runs an action. */
  href?: string
  run?: () => void
}

/** A source of things to find: devices, recipes. Domains give theirs to main.tsx, which registers it here. */
export type PaletteProvider = {
  key: string
  title: Words
  /** `find` is called from two characters on and returns at most a handful of results. */
  find: (text: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>
}

const providers = new Map<string, PaletteProvider>()
export const registerPaletteProvider = (provider: PaletteProvider): void => void providers.set(provider.key, provider)
export const paletteProviders = (): readonly PaletteProvider[] => [...providers.values()]

/** All typed words occur in the text, in any order and case. */
export function matches(text: string, typed: string): boolean {
  const within = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word))
}
