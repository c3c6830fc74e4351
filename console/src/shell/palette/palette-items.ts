import type { Words } from '@brigade/contract/locale.ts'
import type { IconName } from '../../ui/icon/outlines.ts'
import type { Act } from '../acts/act.ts'

export type PaletteItem = {
  key: string
  icon: IconName
  label: string
  /** Text on the right: the place, the key, the state. */
  note?: string
  /** Tells it from another of the same name and note. */
  apart?: string
  /** Why it is impossible now: it is listed and does nothing. */
  whyNot?: string | undefined
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
  /** Kinds of things that were opened before (`useRecent`): each as it is now. One that is gone, or out of scope, is refused. */
  recent?: Readonly<Record<string, (id: string, signal: AbortSignal) => Promise<PaletteItem>>>
}

const providers = new Map<string, PaletteProvider>()
export const registerPaletteProvider = (provider: PaletteProvider): void => void providers.set(provider.key, provider)
export const paletteProviders = (): readonly PaletteProvider[] => [...providers.values()]

type Table = readonly (Act & { href: string })[]
let loadTable: () => Promise<Table> = () => Promise.resolve([])
/** main.tsx names the table of acts, which the shell cannot know. It is loaded with the palette. */
export const registerActs = (load: () => Promise<Table>): void => void (loadTable = load)
export const tableOfActs = (): Promise<Table> => loadTable()

/** All typed words occur in the text, in any order and case. */
export function matches(text: string, typed: string): boolean {
  const within = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word))
}

const join = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

/** No two items read the same: those that would have what tells them apart in their note. */
export function toldApart<G extends { items: readonly PaletteItem[] }>(groups: readonly G[]): readonly G[] {
  const nameOf = ({ label, note }: PaletteItem): string => join(label, note)
  const counts = new Map<string, number>()
  for (const { items } of groups)
    for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) =>
      (counts.get(nameOf(item)) ?? 0) > 1 && item.apart !== undefined
        ? { ...item, note: join(item.note, item.apart) }
        : item,
    ),
  }))
}
