import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useWords } from '../../platform/locale.ts'
import { usePartName } from './part-name.ts'
import { placeIn } from './part-problems.ts'
import { partsText } from './parts.text.ts'

/** Returns a function that names a path of the list by the part and its field. */
export function useFieldPathLabels(): (path: string, parts: readonly Part[]) => string {
  const w = useWords(partsText)
  const partName = usePartName()
  const fields = new Map([
    ['name.zh', w.zhName],
    ['name.en', w.enName],
    ['number', w.number],
    ['priceNote', w.priceNote],
    ['link', w.link],
    ['imageFileId', w.picture],
    ['productIds', w.fits],
    ['enabled', w.shown],
  ])
  return (path, parts) => {
    const { index, field } = placeIn(path)
    const part = parts[index]
    const name = part === undefined ? w.unnamed({ n: index + 1 }) : partName(part, index)
    const words = [...fields].find(([key]) => field === key || field.startsWith(`${key}.`))?.[1]
    return words === undefined ? name : w.place({ part: name, field: words })
  }
}
