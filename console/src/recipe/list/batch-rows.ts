import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { useRecipeName } from '../recipe-names.ts'

/** Dialogs about several recipes need these fields of each. */
export type BatchRow = Pick<RecipeRow, 'id' | 'code' | 'names' | 'baseLanguage' | 'onOvens'>

export type BatchDialogProps = { ids: string[]; isOpen: boolean; onClose: () => void; onDone: () => void }

/** The name of one recipe; several have none. */
export function useOneName(rows: readonly BatchRow[]): string {
  const nameOf = useRecipeName()
  const [first, ...others] = rows
  return first === undefined || others.length > 0 ? '' : nameOf(first.names, first.baseLanguage)
}

/** Ovens that hold one of them, are to get it or to lose it; an oven counts for each. */
export const ovensOf = (rows: readonly BatchRow[]): number => rows.reduce((sum, { onOvens }) => sum + onOvens, 0)
