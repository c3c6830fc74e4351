import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { partsText } from './parts.text.ts'

/** The name by which people know a part. */
export function usePartName(): (part: Part, index: number) => string {
  const w = useWords(partsText)
  const nameOf = useNameOf()
  return ({ name }, index) => nameOf(name).trim() || name.zh.trim() || w.unnamed({ n: index + 1 })
}
