import type { OvenRecipeReason, OvenRecipeState } from '@brigade/contract/recipe/oven.model.ts'
import { ovenRecipeReasonWords, ovenRecipeStateWords } from '@brigade/contract/recipe/oven.text.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { StateBadge, type StateShapeName, type StateTone } from '../../ui/icon/state-shape.tsx'
import { ovenText } from './oven.text.ts'

type Look = Readonly<{ shape: StateShapeName; tone?: StateTone }>

export const heldLooks: Readonly<Record<OvenRecipeState, Look>> = {
  waiting: { shape: 'standby' },
  sending: { shape: 'preheating', tone: 'accent' },
  held: { shape: 'completed' },
  behind: { shape: 'replaced', tone: 'warn' },
  failed: { shape: 'error' },
  unfit: { shape: 'disabled' },
  removing: { shape: 'offline', tone: 'idle' },
}

/** The state of a recipe on an oven. */
export function HeldBadge({ state }: { state: OvenRecipeState }) {
  const locale = useLocale()
  return <StateBadge {...heldLooks[state]} word={ovenRecipeStateWords[state][locale]} />
}

/** Why a recipe is not there yet, or cannot be; with the code that the oven refused with. */
export function useReasonWords(): (row: { reason: OvenRecipeReason | null; code?: number | null }) => string {
  const locale = useLocale()
  const w = useWords(ovenText)
  return ({ reason, code = null }) =>
    [reason === null ? '' : ovenRecipeReasonWords[reason][locale], code === null ? '' : w.code({ n: String(code) })]
      .filter(Boolean)
      .join(' · ')
}
